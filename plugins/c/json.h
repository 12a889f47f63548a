/* A strict reader of JSON text that builds nothing: it walks, and shows strings by the character. */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Containers inside each other; the engine sends 128 of content at most. */
#define JSON_MAX_DEPTH 512

struct json {
    const uint8_t *at;
    const uint8_t *end;
    int depth;
    /* Called for each code point of each string and key, and with JSON_STRING_END after its last. */
    void (*seen)(void *data, int32_t code_point);
    void *data;
};

#define JSON_STRING_END (-1)

/* Each reads one thing, white space before it included, and says whether it was there and sound. */
bool json_value(struct json *in);
bool json_string(struct json *in);
bool json_sign(struct json *in, char sign);
/* Whether that sign is next; it is not read. */
bool json_ahead(struct json *in, char sign);
/* Whether nothing but white space is left. */
bool json_over(struct json *in);

#endif
