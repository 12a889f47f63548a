"""What `nsedmw init` writes. Its own test loads the pipeline and runs the cases."""

from __future__ import annotations

from typing import Final

SCHEMA_FILE: Final = "nsedmw.schema.json"

PIPELINE: Final = """\
# yaml-language-server: $schema=./{schema}
#
# A moderation pipeline. Check it:   nsedmw check {file}
# Try it:   echo "write to ana@example.com" | nsedmw run {file} --text
# Run its cases:   nsedmw test {file} cases.yaml
version: 1

middleware:
  # Entries run from top to bottom; the first block ends the run. A check that breaks or is late
  # blocks as well: nothing is skipped silently.
  {point}:
    - builtin: rule_based
      name: house-rules
      timeout_secs: 5
      config:
        # Longer content is blocked. Structured content counts as its compact JSON.
        max_content_length: 20000

        # What must not stand there. Write patterns in single quotes: in double quotes YAML reads
        # the backslash of \\b as its own.
        blocklist:
          - word: topsecret              # a whole word, in any case
          - pattern: 'PRJ-[0-9]{{4}}'      # a regular expression
            category: internal
            action: warn                 # block (the default), warn or redact

        # Personal data that is looked for, and what is done about it: warn, block or redact.
        pii_patterns: [email, phone, ssn, credit_card]
        pii_action: redact
"""

CASES: Final = """\
# Inputs with the verdicts they must get. What `expect` does not name is not checked.
- name: plain text goes on as it is
  point: {point}
  text: The meeting is at noon.
  expect: {{verdict: pass, content: The meeting is at noon.}}

- name: a mail address is taken out
  point: {point}
  text: Write to ana@example.com for details.
  expect:
    verdict: pass
    content: 'Write to [REDACTED:email] for details.'
    content_lacks: ana@example.com

- name: an internal number is noticed
  point: {point}
  text: See PRJ-1234.
  expect: {{verdict: warn, category: internal, middleware: house-rules}}

- name: a blocked word stops the run
  point: {point}
  text: This is TopSecret.
  expect: {{verdict: block, category: blocklist}}

- name: structured content is read string by string
  point: {point}
  content: {{to: [ana@example.com], subject: lunch}}
  expect:
    verdict: pass
    content: {{to: ['[REDACTED:email]'], subject: lunch}}
"""
