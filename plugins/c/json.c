#include "json.h"

#include <string.h>

static void skip_space(struct json *in)
{
    while (in->at < in->end && memchr(" \t\r\n", *in->at, 4) != NULL)
        in->at++;
}

bool json_over(struct json *in)
{
    skip_space(in);
    return in->at == in->end;
}

bool json_ahead(struct json *in, char sign)
{
    skip_space(in);
    return in->at < in->end && *in->at == (uint8_t)sign;
}

bool json_sign(struct json *in, char sign)
{
    if (!json_ahead(in, sign))
        return false;
    in->at++;
    return true;
}

static bool hex4(struct json *in, int32_t *unit)
{
    *unit = 0;
    if (in->end - in->at < 4)
        return false;
    for (int i = 0; i < 4; i++) {
        uint8_t byte = *in->at++;
        int digit;
        if (byte >= '0' && byte <= '9')
            digit = byte - '0';
        else if ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'f')
            digit = (byte | 0x20) - 'a' + 10;
        else
            return false;
        *unit = *unit * 16 + digit;
    }
    return true;
}

/* After the `u`: one unit, or a pair of surrogates; half a pair is no text. */
static bool unicode_escape(struct json *in, int32_t *code_point)
{
    int32_t low;
    if (!hex4(in, code_point) || (*code_point >= 0xDC00 && *code_point <= 0xDFFF))
        return false;
    if (*code_point < 0xD800 || *code_point > 0xDFFF)
        return true;
    if (in->end - in->at < 2 || in->at[0] != '\\' || in->at[1] != 'u')
        return false;
    in->at += 2;
    if (!hex4(in, &low) || low < 0xDC00 || low > 0xDFFF)
        return false;
    *code_point = 0x10000 + ((*code_point - 0xD800) << 10) + (low - 0xDC00);
    return true;
}

static bool escape(struct json *in, int32_t *code_point)
{
    static const char letters[] = "\"\\/bfnrt";
    static const char meant[] = "\"\\/\b\f\n\r\t";
    if (in->at == in->end)
        return false;
    uint8_t letter = *in->at++;
    if (letter == 'u')
        return unicode_escape(in, code_point);
    const char *found = memchr(letters, letter, sizeof letters - 1);
    if (found == NULL)
        return false;
    *code_point = meant[found - letters];
    return true;
}

/* UTF-8 after its first byte: no overlong form, no surrogate, nothing above U+10FFFF. */
static bool utf8_rest(struct json *in, uint8_t first, int32_t *code_point)
{
    static const int32_t least[] = {0, 0x80, 0x800, 0x10000};
    int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    if (first < 0xC2 || first > 0xF4 || in->end - in->at < more)
        return false;
    *code_point = first & (0x3F >> more);
    for (int i = 0; i < more; i++) {
        if ((*in->at & 0xC0) != 0x80)
            return false;
        *code_point = (*code_point << 6) | (*in->at++ & 0x3F);
    }
    return *code_point >= least[more] && *code_point <= 0x10FFFF &&
           (*code_point < 0xD800 || *code_point > 0xDFFF);
}

bool json_string(struct json *in)
{
    if (!json_sign(in, '"'))
        return false;
    while (in->at < in->end) {
        uint8_t byte = *in->at++;
        int32_t code_point = byte;
        if (byte == '"') {
            in->seen(in->data, JSON_STRING_END);
            return true;
        }
        bool sound = byte == '\\'   ? escape(in, &code_point)
                     : byte >= 0x80 ? utf8_rest(in, byte, &code_point)
                                    : byte >= 0x20;
        if (!sound)
            return false;
        in->seen(in->data, code_point);
    }
    return false;
}

static bool digits(struct json *in)
{
    const uint8_t *start = in->at;
    while (in->at < in->end && *in->at >= '0' && *in->at <= '9')
        in->at++;
    return in->at > start;
}

static bool here(const struct json *in, const char *any)
{
    return in->at < in->end && *in->at != 0 && strchr(any, *in->at) != NULL;
}

static bool number(struct json *in)
{
    if (here(in, "-"))
        in->at++;
    const uint8_t *first = in->at;
    if (!digits(in) || (*first == '0' && in->at - first > 1))
        return false;
    if (here(in, ".")) {
        in->at++;
        if (!digits(in))
            return false;
    }
    if (here(in, "eE")) {
        in->at++;
        if (here(in, "+-"))
            in->at++;
        return digits(in);
    }
    return true;
}

static bool word(struct json *in, const char *word)
{
    size_t size = strlen(word);
    if ((size_t)(in->end - in->at) < size || memcmp(in->at, word, size) != 0)
        return false;
    in->at += size;
    return true;
}

static bool container(struct json *in, char close, bool keyed)
{
    in->at++;
    if (json_sign(in, close))
        return true;
    do {
        if (keyed && !(json_string(in) && json_sign(in, ':')))
            return false;
        if (!json_value(in))
            return false;
    } while (json_sign(in, ','));
    return json_sign(in, close);
}

static bool nested(struct json *in, char close, bool keyed)
{
    if (in->depth == JSON_MAX_DEPTH)
        return false;
    in->depth++;
    bool sound = container(in, close, keyed);
    in->depth--;
    return sound;
}

bool json_value(struct json *in)
{
    skip_space(in);
    if (in->at == in->end)
        return false;
    switch (*in->at) {
    case '{':
        return nested(in, '}', true);
    case '[':
        return nested(in, ']', false);
    case '"':
        return json_string(in);
    case 't':
        return word(in, "true");
    case 'f':
        return word(in, "false");
    case 'n':
        return word(in, "null");
    default:
        return number(in);
    }
}
