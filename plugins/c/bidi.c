/* Finds text that is shown in another order than it is read in.
 *
 * Unicode has characters that change the direction of what follows (Unicode Standard Annex 9,
 * section 2). Right-to-left writing needs some of them, closed before the line ends. An override, or
 * an embedding or isolate left open, makes a reviewer see other code or another name than a
 * compiler or a shell does. */
#include "bidi.h"

#include <string.h>

#include "json.h"

enum {
    EMBED_LEFT = 0x202A,
    EMBED_RIGHT = 0x202B,
    POP_EMBED = 0x202C,
    OVERRIDE_LEFT = 0x202D,
    OVERRIDE_RIGHT = 0x202E,
    ISOLATE_LEFT = 0x2066,
    ISOLATE_FIRST_STRONG = 0x2068,
    POP_ISOLATE = 0x2069,
};

struct scan {
    long embeds;
    long isolates;
    bool found;
};

static void line_ends(struct scan *scan)
{
    scan->found |= scan->embeds > 0 || scan->isolates > 0;
    scan->embeds = scan->isolates = 0;
}

static void scan_content(void *data, int32_t code_point)
{
    struct scan *scan = data;
    if (code_point == OVERRIDE_LEFT || code_point == OVERRIDE_RIGHT)
        scan->found = true;
    else if (code_point == EMBED_LEFT || code_point == EMBED_RIGHT)
        scan->embeds++;
    else if (code_point >= ISOLATE_LEFT && code_point <= ISOLATE_FIRST_STRONG)
        scan->isolates++;
    else if (code_point == POP_EMBED && scan->embeds > 0)
        scan->embeds--;
    else if (code_point == POP_ISOLATE && scan->isolates > 0)
        scan->isolates--;
    else if (code_point == JSON_STRING_END || (code_point >= '\n' && code_point <= '\r') ||
             code_point == 0x85 || code_point == 0x2028 || code_point == 0x2029)
        line_ends(scan);
}

/* The start of a string, kept to be compared; a longer one equals nothing. */
struct text {
    char bytes[32];
    size_t size;
};

static void keep_text(void *data, int32_t code_point)
{
    struct text *text = data;
    if (code_point == JSON_STRING_END)
        return;
    if (code_point > 0x7F || text->size == sizeof text->bytes)
        text->size = sizeof text->bytes;
    else
        text->bytes[text->size++] = (char)code_point;
}

static bool is(const struct text *text, const char *word)
{
    size_t size = strlen(word);
    return text->size == size && memcmp(text->bytes, word, size) == 0;
}

static void ignore(void *data, int32_t code_point)
{
    (void)data;
    (void)code_point;
}

static bool read_text(struct json *in, struct text *text)
{
    text->size = 0;
    in->seen = keep_text;
    in->data = text;
    bool sound = json_string(in);
    in->seen = ignore;
    return sound;
}

static bool null(struct json *in)
{
    return json_ahead(in, 'n') && json_value(in);
}

struct reading {
    struct scan scan;
    bool has_content;
    bool has_metadata;
    enum bidi_outcome when_found;
};

typedef bool (*member)(struct json *in, const struct text *key, struct reading *reading);

static bool object(struct json *in, member read_member, struct reading *reading)
{
    struct text key;
    if (!json_sign(in, '{'))
        return false;
    if (json_sign(in, '}'))
        return true;
    do {
        if (!read_text(in, &key) || !json_sign(in, ':') || !read_member(in, &key, reading))
            return false;
    } while (json_sign(in, ','));
    return json_sign(in, '}');
}

static bool metadata_member(struct json *in, const struct text *key, struct reading *reading)
{
    struct text value;
    if (!is(key, "bidi"))
        return json_value(in);
    if (!read_text(in, &value) || !(is(&value, "warn") || is(&value, "block")))
        return false;
    reading->when_found = is(&value, "warn") ? BIDI_WARN : BIDI_BLOCK;
    return true;
}

static bool context_member(struct json *in, const struct text *key, struct reading *reading)
{
    if (is(key, "metadata")) {
        if (reading->has_metadata)
            return false;
        reading->has_metadata = true;
        return json_ahead(in, '{') ? object(in, metadata_member, reading) : null(in);
    }
    if (!is(key, "content"))
        return json_value(in);
    if (reading->has_content)
        return false;
    reading->has_content = true;
    in->seen = scan_content;
    in->data = &reading->scan;
    bool sound = json_value(in);
    in->seen = ignore;
    return sound;
}

enum bidi_outcome bidi_judge(const uint8_t *json, size_t size)
{
    struct json in = {.at = json, .end = json + size, .seen = ignore};
    struct reading reading = {.when_found = BIDI_BLOCK};
    if (!object(&in, context_member, &reading) || !json_over(&in) || !reading.has_content)
        return BIDI_BAD_INPUT;
    return reading.scan.found ? reading.when_found : BIDI_PASS;
}

#define REASON \
    "\"category\":\"bidi\",\"reason\":\"invisible characters reorder the text: write it without " \
    "direction overrides, and close every embedding and isolate on its own line\"}"

const char *bidi_verdict(enum bidi_outcome outcome)
{
    switch (outcome) {
    case BIDI_PASS:
        return "{\"verdict\":\"pass\"}";
    case BIDI_WARN:
        return "{\"verdict\":\"warn\"," REASON;
    case BIDI_BLOCK:
        return "{\"verdict\":\"block\"," REASON;
    default:
        return NULL;
    }
}
