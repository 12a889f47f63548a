// Command code-blocks stops Markdown whose code blocks are broken: one that is never closed, or one
// marked json that is no JSON. A context on standard input, a verdict on standard output.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"unicode/utf8"
)

// object is decoded into a map and not into a struct, for a struct takes names in any case of
// letters: a run's metadata could then say CODE_BLOCKS and win over the configuration's code_blocks.
type object map[string]json.RawMessage

type verdict struct {
	Verdict  string `json:"verdict"`
	Category string `json:"category,omitempty"`
	Reason   string `json:"reason,omitempty"`
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "code-blocks:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	input, err := io.ReadAll(in)
	if err != nil {
		return errors.New("the input could not be read")
	}
	answer, err := judge(input)
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(answer)
}

func judge(input []byte) (verdict, error) {
	// The decoder would put a replacement character where the bytes are no text.
	if !utf8.Valid(input) {
		return verdict{}, errors.New("the input is not UTF-8")
	}
	var given, metadata object
	if json.Unmarshal(input, &given) != nil || given["content"] == nil {
		// The decoder's own message may quote a piece of what it read.
		return verdict{}, errors.New("the input is not a context: a JSON object with content")
	}
	if raw, there := given["metadata"]; there && json.Unmarshal(raw, &metadata) != nil {
		return verdict{}, errors.New("`metadata` is not an object")
	}
	word, err := wordFor(metadata["code_blocks"])
	if err != nil {
		return verdict{}, err
	}
	content, err := decoded(given["content"])
	if err != nil {
		return verdict{}, err
	}
	if fault := faultIn(content); fault != "" {
		return verdict{word, "format", fault}, nil
	}
	return verdict{Verdict: "pass"}, nil
}

// decoded leaves numbers as they are written: one that no float64 holds is content like any other.
func decoded(raw json.RawMessage) (content any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if decoder.Decode(&content) != nil {
		return nil, errors.New("the content is not JSON")
	}
	return content, nil
}

func wordFor(setting json.RawMessage) (string, error) {
	if setting == nil {
		return "block", nil
	}
	var word string
	if json.Unmarshal(setting, &word) != nil || (word != "warn" && word != "block") {
		return "", errors.New("`code_blocks` must be warn or block")
	}
	return word, nil
}

// faultIn looks at every string of the content and says what is wrong with the first broken one.
func faultIn(content any) string {
	switch value := content.(type) {
	case string:
		return faultInText(value)
	case []any:
		for _, item := range value {
			if fault := faultIn(item); fault != "" {
				return fault
			}
		}
	case map[string]any:
		for _, key := range sortedKeys(value) {
			if fault := faultIn(value[key]); fault != "" {
				return fault
			}
		}
	}
	return ""
}
