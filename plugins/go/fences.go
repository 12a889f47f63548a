package main

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"
)

// fence is the opening line of a code block (CommonMark 0.31, section 4.5).
type fence struct {
	sign     byte
	length   int
	language string
}

// faultInText says what is wrong with the code blocks of a Markdown text, or nothing. It names
// blocks by their number, since a reason must not quote what is moderated.
func faultInText(text string) string {
	var (
		open  *fence
		body  []string
		count int
	)
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		switch {
		case open == nil:
			if open = opening(line); open != nil {
				count++
				body = nil
			}
		case open.closedBy(line):
			if open.language == "json" && !json.Valid([]byte(strings.Join(body, "\n"))) {
				return fmt.Sprintf("code block %d is marked json and is not JSON: correct it", count)
			}
			open = nil
		default:
			body = append(body, line)
		}
	}
	if open != nil {
		return fmt.Sprintf("code block %d is never closed: end it with its own fence", count)
	}
	return ""
}

func opening(line string) *fence {
	sign, length, rest := fenceLine(line)
	if length < 3 || (sign == '`' && strings.Contains(rest, "`")) {
		return nil
	}
	language := ""
	if words := strings.Fields(rest); len(words) > 0 {
		language = strings.ToLower(words[0])
	}
	return &fence{sign, length, language}
}

func (open *fence) closedBy(line string) bool {
	sign, length, rest := fenceLine(line)
	return sign == open.sign && length >= open.length && strings.TrimSpace(rest) == ""
}

// fenceLine splits a line into the sign of a fence, how often it stands, and what follows. Four
// spaces before it make it plain text.
func fenceLine(line string) (sign byte, length int, rest string) {
	text := strings.TrimLeft(line, " ")
	if len(line)-len(text) > 3 || text == "" || (text[0] != '`' && text[0] != '~') {
		return 0, 0, line
	}
	rest = strings.TrimLeft(text, text[:1])
	return text[0], len(text) - len(rest), rest
}

func sortedKeys(object map[string]any) []string {
	keys := make([]string, 0, len(object))
	for key := range object {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
