/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/heads.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/text.h"
#include "engine/base/words.h"

enum { NAME_MOST = 32 }; /* maximum size of a name in bytes, including the terminator */

/* Tags, and the names of the header fields in copied text that correspond to them; values without a tag
 * are dropped. */
static const struct {
    const char *tag, *names;
} heads[] = {
    {"Title", "标题 標題 棋局标题 棋局名称 对局名称 對局名稱 棋谱名称 Title"},
    {"Event", "赛事 賽事 赛事名称 賽事名稱 比赛名称 比賽名稱 Event"},
    {"EventType", "赛事类型"},
    {"Date", "日期 比赛日期 比賽日期 对局日期 時間 时间 比赛时间 Date"},
    {"Site", "地点 地點 比赛地点 比賽地點 Site Place"},
    {"Round", "轮次 輪次 比赛轮次 Round"},
    {"Group", "组别 組別"},
    {"Table", "台次"},
    {"Red", "红方 紅方 红方棋手 红方姓名 先手 Red"},
    {"Black", "黑方 黑方棋手 黑方姓名 后手 Black"},
    {"RedTeam", "红队 紅隊 红方单位 红方团体"},
    {"BlackTeam", "黑队 黑隊 黑方单位 黑方团体"},
    {"RedElo", "红等级分 红方等级分"},
    {"BlackElo", "黑等级分 黑方等级分"},
    {"RedTime", "红方用时 紅方用時"},
    {"BlackTime", "黑方用时 黑方用時"},
    {"TimeControl", "时间规则 時間規則 记时规则 计时规则 記時規則 計時規則"},
    {"Result", "结果 結果 比赛结果 比賽結果 对局结果 Result"},
    {"Opening", "开局 開局 布局 佈局 开局类型 布局类型 Opening"},
    {"Variation", "变例 变例类型"},
    {"ECCO", "ECCO 开局编号"},
    {"Annotator", "评论 評論 评注 解说 解說 讲评"},
    {"Author", "作者 Author"},
    {"Recorder", "录入 记录员"},
    {"Referee", "裁判 裁判员 裁判員"},
    {"Type", "棋谱类型 棋局类型 棋局性质 类型 类别"},
    {"Class", "分类"},
    {"Source", "来源 來源 来源网站 出处"},
    {"GameType", "对局种类"},
    {"Termination", "结束方式"},
    {"Created", "创建日期"},
    {"Modified", "修改日期"},
    {"FEN", "FEN"},
    {"", "耗时 耗時 用时 用時"},
    {"Remark", "备注 備註 说明 說明 注释 註釋 点评 點評"},
};

static const char unknown[] = "Remark"; /* tag of heads whose name is not known */

/* Returns the tag that holds the head of that name, or NULL. */
static const char *tag_of_head(const char *name)
{
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        for (const char *p = heads[i].names; *p; p += strcspn(p, " "), p += strspn(p, " "))
            if (strcspn(p, " ") == length && word_begins(p, name, length))
                return heads[i].tag;
    return NULL;
}

/* Returns true for a name that may be that of a head: two to six Chinese characters. */
static bool is_head_name(const char *name)
{
    enum { LEAST = 2, MOST = 6, BYTES = 3 };
    size_t length = 0;
    while ((unsigned char)name[length] >= 0xE3 && (unsigned char)name[length] <= 0xE9)
        length += BYTES;
    return name[length] == '\0' && in_range((int)(length / BYTES), LEAST, MOST);
}

/* Returns the tag of the head whose name and colon are at p, and moves *after past the colon. Returns
 * NULL if there is none. */
static const char *head_tag(const char *p, const char **after)
{
    char name[NAME_MOST];
    size_t length = 0;
    for (; length + 1 < sizeof name; p++) {
        const size_t colon = *p == ':' ? 1 : begins_with(p, "：") ? strlen("：") : 0;
        if (colon > 0) {
            name[length] = '\0';
            *after = p + colon;
            const char *tag = tag_of_head(name);
            return tag || !is_head_name(name) ? tag : unknown;
        }
        if (*p == '\0' || *p == '\r' || *p == '\n')
            return NULL;
        if (begins_with(p, WIDE_BLANK))
            p += strlen(WIDE_BLANK) - 1;
        else if (*p != ' ' && *p != '\t')
            name[length++] = *p;
    }
    return NULL;
}

bool head_read(const char *p, const char *end, TextHead *head)
{
    const char *value, *other, *stop;
    head->tag = head_tag(p, &value);
    if (!head->tag)
        return false;
    for (stop = value; stop < end && *stop != '\r' && *stop != '\n'; stop++) /* find the next header field in the line */
        if ((*stop == ' ' || *stop == '\t') && stop[1] != ' ' && stop[1] != '\t' && head_tag(stop + 1, &other))
            break;
    head->remark = strcmp(head->tag, "Remark") == 0 || strcmp(head->tag, "Annotator") == 0;
    head->from = head->tag == unknown ? p : value;
    head->to = head->after = stop;
    span_trim_wide(&head->from, &head->to);
    return true;
}

/* ---- WXF ---- */

/* If the text at p is the given word of a WXF file, returns the end of the word, otherwise NULL. */
static const char *wxf_word(const char *p, const char *word)
{
    const size_t length = strlen(word);
    return word_begins(p, word, length) && !(ascii_is_letter(p[length]) || ascii_is_digit(p[length])) ? p + length : NULL;
}

/* Returns the text after `START{`, or NULL if the moves do not begin at p. */
static const char *wxf_start(const char *p)
{
    const char *after = wxf_word(p, "START");
    after = after ? after + strspn(after, BLANKS) : NULL;
    return after && *after == '{' ? after + 1 : NULL;
}

bool wxf_begins(const char *p)
{
    const char *format = *p == 'F' || *p == 'f' ? wxf_word(p, "FORMAT") : NULL;
    if (format) {
        format += strspn(format, " \t");
        return wxf_word(format, "WXF") || wxf_word(format, "AXF") || wxf_word(format, "ICCS");
    }
    return (*p == 'S' || *p == 's') && wxf_start(p);
}

static bool wxf_set_tag(GameTree *game, const char *name, const char *from, const char *to)
{
    Text text = TEXT_INIT;
    span_trim_wide(&from, &to);
    bool good = from == to || (text_add_bytes(&text, from, (size_t)(to - from)) && tree_set_tag(game, name, text.data));
    text_free(&text);
    return good;
}

/* Reads a player's header field: `name; rating; title; team`. */
static bool wxf_read_player(GameTree *game, const char *side, const char *from, const char *to)
{
    static const char *const parts[] = {"", "Elo", "Title", "Team"};
    enum { PLAYER_PARTS = sizeof parts / sizeof *parts };
    bool good = true;
    for (int i = 0; i < PLAYER_PARTS && from <= to && good; i++) {
        char name[2 * NAME_MOST];
        const char *stop = i + 1 < PLAYER_PARTS ? memchr(from, ';', (size_t)(to - from)) : NULL;
        snprintf(name, sizeof name, "%s%s", side, parts[i]);
        if (!stop)
            stop = to;
        while (i + 1 == PLAYER_PARTS && stop > from && stop[-1] == ';') /* remove the empty parts at the end */
            stop--;
        good = wxf_set_tag(game, name, from, stop);
        from = stop + 1;
    }
    return good;
}

/* Reads the header field with that name, from p to `end`. A field with an unknown name becomes a tag of
 * the same name. */
static bool wxf_read_head(GameTree *game, const char *p, const char *name_end, const char *end)
{
    static const char *const words[][2] = {{"FORMAT", ""},
                                           {"GAME", "Title"},
                                           {"VENUE", "Site"},
                                           {"PLACE", "Site"},
                                           {"FEN", "FEN"},
                                           {"TIME", "TimeControl"},
                                           {"TIMECONTROL", "TimeControl"}};
    char name[NAME_MOST];
    const size_t length = (size_t)(name_end - p);
    if (length == 0 || length >= sizeof name)
        return true;
    for (size_t i = 0; i < length; i++)
        name[i] = (char)(i == 0 ? ascii_upper(p[i]) : ascii_lower(p[i]));
    name[length] = '\0';
    if (strcmp(name, "Red") == 0 || strcmp(name, "Black") == 0)
        return wxf_read_player(game, name, name_end, end);
    const char *tag = name;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (word_is(name, words[i][0]))
            tag = words[i][1];
    return *tag == '\0' || wxf_set_tag(game, tag, name_end, end);
}

/* Reads the line at p if it is a header field. Returns the end of the line, or NULL if an allocation
 * fails. */
static const char *wxf_read_line(GameTree *game, const char *p, const char *end)
{
    const char *name_end = p, *line_end = line_stop(p, end);
    while (ascii_is_letter(*name_end))
        name_end++;
    const bool is_head = name_end == line_end || *name_end == ' ' || *name_end == '\t';
    return !is_head || wxf_read_head(game, p, name_end, line_end) ? line_end : NULL;
}

const char *wxf_read_heads(const char *p, const char *end, GameTree *game, bool *moves)
{
    assert(p <= end && wxf_begins(p));
    *moves = false;
    for (const char *first = p; p && p < end && (p == first || (!wxf_begins(p) && *p != '[') || wxf_start(p));) {
        const char *start = wxf_start(p);
        if (start) {
            *moves = true;
            return start;
        }
        p = wxf_read_line(game, p, end);
        p = p ? p + strspn(p, BLANKS) : NULL;
    }
    return p;
}
