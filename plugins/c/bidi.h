/* The check itself, shared by the program (program.c) and the library (library.c). */
#ifndef BIDI_H
#define BIDI_H

#include <stddef.h>
#include <stdint.h>

enum bidi_outcome { BIDI_PASS, BIDI_WARN, BIDI_BLOCK, BIDI_BAD_INPUT };

/* Judges the context of `size` bytes at `json`, which need not end in a zero.
 * BIDI_BAD_INPUT: it is no context, or its metadata says something this check doesn't know. */
enum bidi_outcome bidi_judge(const uint8_t *json, size_t size);

/* The verdict for an outcome, as JSON; NULL for BIDI_BAD_INPUT. */
const char *bidi_verdict(enum bidi_outcome outcome);

#endif
