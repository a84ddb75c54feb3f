/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/heads.h"

#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/utf8.h"
#include "engine/base/words.h"
#include "engine/notation/fen.h"
#include "engine/notation/tags.h"

enum { NAME_MOST = 32 }; /* maximum size of a name in bytes, including the terminator */

/* Tags, and the names of the header fields in copied text that correspond to them; values without a tag
 * are dropped. */
static const struct {
    const char *tag, *names;
} heads[] = {
    {TAG_TITLE, "标题 標題 棋局标题 棋局名称 对局名称 對局名稱 棋谱名称 Title"},
    {TAG_EVENT, "赛事 賽事 赛事名称 賽事名稱 比赛名称 比賽名稱 Event"},
    {TAG_EVENT_TYPE, "赛事类型"},
    {TAG_DATE, "日期 比赛日期 比賽日期 对局日期 時間 时间 比赛时间 Date"},
    {TAG_SITE, "地点 地點 比赛地点 比賽地點 Site Place"},
    {TAG_ROUND, "轮次 輪次 比赛轮次 Round"},
    {TAG_GROUP, "组别 組別"},
    {TAG_TABLE, "台次"},
    {TAG_RED, "红方 紅方 红方棋手 红方姓名 先手 Red"},
    {TAG_BLACK, "黑方 黑方棋手 黑方姓名 后手 Black"},
    {TAG_RED_TEAM, "红队 紅隊 红方单位 红方团体"},
    {TAG_BLACK_TEAM, "黑队 黑隊 黑方单位 黑方团体"},
    {TAG_RED_ELO, "红等级分 红方等级分"},
    {TAG_BLACK_ELO, "黑等级分 黑方等级分"},
    {TAG_RED_TIME, "红方用时 紅方用時"},
    {TAG_BLACK_TIME, "黑方用时 黑方用時"},
    {TAG_TIME_CONTROL, "时间规则 時間規則 记时规则 计时规则 記時規則 計時規則"},
    {TAG_RESULT, "结果 結果 比赛结果 比賽結果 对局结果 Result"},
    {TAG_OPENING, "开局 開局 布局 佈局 开局类型 布局类型 Opening"},
    {TAG_VARIATION, "变例 变例类型"},
    {TAG_ECCO, "ECCO 开局编号"},
    {TAG_ANNOTATOR, "评论 評論 评注 解说 解說 讲评"},
    {TAG_AUTHOR, "作者 Author"},
    {TAG_RECORDER, "录入 记录员"},
    {TAG_REFEREE, "裁判 裁判员 裁判員"},
    {TAG_TYPE, "棋谱类型 棋局类型 棋局性质 类型 类别"},
    {TAG_CLASS, "分类"},
    {TAG_SOURCE, "来源 來源 来源网站 出处"},
    {TAG_GAME_TYPE, "对局种类"},
    {TAG_TERMINATION, "结束方式"},
    {TAG_CREATED, "创建日期"},
    {TAG_MODIFIED, "修改日期"},
    {TAG_FEN, "FEN"},
    {"", "耗时 耗時 用时 用時"},
    {TAG_REMARK, "备注 備註 说明 說明 注释 註釋 点评 點評"},
};

static const char unknown[] = TAG_REMARK; /* tag of heads whose name is not known */

/* Returns the tag that holds the head of that name, or NULL. */
static const char *head_find_tag(const char *name)
{
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        for (const char *p = heads[i].names; *p; p += strcspn(p, " "), p += strspn(p, " "))
            if (strcspn(p, " ") == length && word_begins(p, name, length))
                return heads[i].tag;
    return NULL;
}

/* Returns true for a name that may be that of a head: two to six Chinese characters. */
static bool head_is_name(const char *name)
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
            const char *tag = head_find_tag(name);
            return tag || !head_is_name(name) ? tag : unknown;
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

/* Returns the board of a start position at p, which may follow words such as `FEN =`, `position fen` or `初始局面：`.
 * Returns NULL if there is none. */
static const char *head_board(const char *p, const char *end)
{
    static const char separators[] = " \t:=#%\"'：＝“「【】" WIDE_BLANK;
    static const char *const words[] = {"position", "fen",      "startfen", "局面",     "初始局面", "起始局面", "开始局面", "開始局面",
                                        "开局局面", "開局局面", "棋局",     "初始棋局", "盘面",     "盤面",     "初始盘面", "起始盘面"};
    enum { WORDS = sizeof words / sizeof *words, REACH = 400 };
    const char *board = fen_find(p, line_stop(p, end - p > REACH ? p + REACH : end)), *next;
    for (const char *at = p; board && at < board; at = next) {
        int i = 0;
        next = utf8_skip(at, separators);
        for (; next == at && i < WORDS; i++) {
            const char *after = at + strlen(words[i]);
            if (word_begins(at, words[i], strlen(words[i])) && (after == board || utf8_skip(after, separators) > after))
                next = after;
        }
        if (next == at)
            return NULL;
    }
    return board;
}

/* Describes the head that is a start position, whose board is given. */
static void head_read_board(const char *board, const char *end, TextHead *head)
{
    static const char closing[] = "\"'`>)}]|,.”’」』】》）。， \t" WIDE_BLANK;
    *head = (TextHead){.tag = TAG_FEN, .from = board, .to = fen_end(board, end)};
    head->after = utf8_skip(head->to, closing);
    if (begins_with(head->after, "moves") && strchr(BLANKS, head->after[strlen("moves")]))
        head->after += strlen("moves");
}

bool head_read(const char *p, const char *end, TextHead *head)
{
    const char *value, *other, *stop, *board = head_board(p, end);
    if (board) {
        head_read_board(board, end, head);
        return true;
    }
    head->tag = head_tag(p, &value);
    if (!head->tag)
        return false;
    for (stop = value; stop < end && *stop != '\r' && *stop != '\n'; stop++) /* find the next header field in the line */
        if ((*stop == ' ' || *stop == '\t') && stop[1] != ' ' && stop[1] != '\t' && head_tag(stop + 1, &other))
            break;
    head->remark = strcmp(head->tag, TAG_REMARK) == 0 || strcmp(head->tag, TAG_ANNOTATOR) == 0;
    head->from = head->tag == unknown ? p : value;
    head->to = head->after = stop;
    span_trim_wide(&head->from, &head->to);
    return true;
}
