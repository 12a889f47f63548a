package main

import (
	"encoding/json"
	"strings"
	"testing"
)

const fenced = "```"

func TestFaultInText(t *testing.T) {
	for name, row := range map[string]struct{ text, fault string }{
		"no block":                        {"plain", ""},
		"a block without a language":      {fenced + "\n{\n" + fenced, ""},
		"sound JSON":                      {fenced + "json\n{\"a\": [1]}\n" + fenced, ""},
		"broken JSON":                     {fenced + "JSON\r\n{a: 1}\r\n" + fenced + "\r\n", "code block 1 is marked json"},
		"the second of two":               {fenced + "\n" + fenced + "\n~~~json\n{\n~~~", "code block 2 is marked json"},
		"no end":                          {"x\n" + fenced + "py\nprint()", "code block 1 is never closed"},
		"a shorter fence does not close":  {"````\n" + fenced + "\n", "never closed"},
		"another sign does not close":     {fenced + "\n~~~\n", "never closed"},
		"a fence with words opens":        {fenced + "\n" + fenced + "py\n" + fenced, ""},
		"code in a line is no fence":      {fenced + "a" + fenced, ""},
		"four spaces make it plain text":  {"    " + fenced, ""},
		"three spaces do not":             {"   " + fenced, "never closed"},
		"an empty block marked json":      {fenced + "json\n" + fenced, "code block 1 is marked json"},
		"a tilde fence may hold backtick": {"~~~ a`b\n~~~", ""},
	} {
		fault := faultInText(row.text)
		if (row.fault == "") != (fault == "") || !strings.Contains(fault, row.fault) {
			t.Errorf("%s: got %q, want %q", name, fault, row.fault)
		}
	}
}

func TestJudgeRefusesWhatIsNoContext(t *testing.T) {
	for _, input := range []string{
		"", "[]", "{}", `{"content":`, `{"content":1} 2`, "{\"content\":\"\xff\"}",
		`{"content":1,"metadata":[]}`, `{"content":1,"metadata":{"code_blocks":"pass"}}`,
		`{"content":1,"metadata":{"code_blocks":1}}`,
	} {
		if answer, err := judge([]byte(input)); err == nil {
			t.Errorf("%q was answered %+v", input, answer)
		}
	}
}

func TestJudgeLooksIntoStructuredContent(t *testing.T) {
	text, _ := json.Marshal(fenced)
	input := `{"content":{"a":[1,` + string(text) + `]},"metadata":{"code_blocks":"warn"}}`
	answer, err := judge([]byte(input))
	if err != nil || answer.Verdict != "warn" || answer.Category != "format" {
		t.Errorf("got %+v, %v", answer, err)
	}
}

func TestJudgeTakesASettingByItsExactName(t *testing.T) {
	input := `{"content":"~~~","metadata":{"code_blocks":"block","CODE_BLOCKS":"warn"}}`
	answer, err := judge([]byte(input))
	if err != nil || answer.Verdict != "block" {
		t.Errorf("got %+v, %v", answer, err)
	}
}

func TestJudgeReadsNumbersOfAnySize(t *testing.T) {
	answer, err := judge([]byte(`{"content":[1e999,` + strings.Repeat("9", 4000) + `]}`))
	if err != nil || answer.Verdict != "pass" {
		t.Errorf("got %+v, %v", answer, err)
	}
}
