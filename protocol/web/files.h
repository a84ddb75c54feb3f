/* SPDX-License-Identifier: GPL-3.0-only */
/* files.h - the files of the page as `hanxin web` serves them: X(label, name, type, path). Two of them replace files of the npm
 * package, because this page communicates with the program instead of WebAssembly. The page cannot be installed in the browser,
 * because its address changes each time. Also included by files.S. */
#pragma once

/* clang-format off */
#define WEB_FILES(X) \
    X(index_html, "", "text/html; charset=utf-8", "protocol/web/page/index.html") \
    X(able_js, "able.js", "text/javascript", "protocol/web/page/able.js") \
    X(page_css, "page.css", "text/css", "protocol/web/page/page.css") \
    X(page_js, "page.js", "text/javascript", "protocol/web/page/page.js") \
    X(controls_js, "controls.js", "text/javascript", "protocol/web/page/controls.js") \
    X(status_js, "status.js", "text/javascript", "protocol/web/page/status.js") \
    X(clock_js, "clock.js", "text/javascript", "protocol/web/page/clock.js") \
    X(newgame_js, "newgame.js", "text/javascript", "protocol/web/page/newgame.js") \
    X(play_css, "play.css", "text/css", "protocol/web/page/play.css") \
    X(dialogs_js, "dialogs.js", "text/javascript", "protocol/web/page/dialogs.js") \
    X(dom_js, "dom.js", "text/javascript", "protocol/web/page/dom.js") \
    X(give_js, "give.js", "text/javascript", "protocol/web/page/give.js") \
    X(links_js, "links.js", "text/javascript", "protocol/web/page/links.js") \
    X(picture_js, "picture.js", "text/javascript", "protocol/web/page/picture.js") \
    X(gif_js, "gif.js", "text/javascript", "protocol/web/page/gif.js") \
    X(share_js, "share.js", "text/javascript", "protocol/web/page/share.js") \
    X(share_css, "share.css", "text/css", "protocol/web/page/share.css") \
    X(game_js, "game.js", "text/javascript", "protocol/web/page/game.js") \
    X(tree_js, "tree.js", "text/javascript", "protocol/web/page/tree.js") \
    X(moves_js, "moves.js", "text/javascript", "protocol/web/page/moves.js") \
    X(analysis_js, "analysis.js", "text/javascript", "protocol/web/page/analysis.js") \
    X(analysis_css, "analysis.css", "text/css", "protocol/web/page/analysis.css") \
    X(graph_js, "graph.js", "text/javascript", "protocol/web/page/graph.js") \
    X(moves_css, "moves.css", "text/css", "protocol/web/page/moves.css") \
    X(notes_js, "notes.js", "text/javascript", "protocol/web/page/notes.js") \
    X(edit_js, "edit.js", "text/javascript", "protocol/web/page/edit.js") \
    X(kept_js, "kept.js", "text/javascript", "protocol/web/page/kept.js") \
    X(play_js, "play.js", "text/javascript", "protocol/web/page/play.js") \
    X(engine_js, "engine.js", "text/javascript", "protocol/web/page/engine.js") \
    X(book_js, "book.js", "text/javascript", "protocol/web/page/book.js") \
    X(offline_js, "offline.js", "text/javascript", "protocol/web/page/offline.js") \
    X(sound_js, "sound.js", "text/javascript", "protocol/web/page/sound.js") \
    X(reviewer_js, "reviewer.js", "text/javascript", "protocol/web/page/reviewer.js") \
    X(exercise_js, "exercise.js", "text/javascript", "protocol/web/page/exercise.js") \
    X(study_js, "study.js", "text/javascript", "protocol/web/page/study.js") \
    X(study_css, "study.css", "text/css", "protocol/web/page/study.css") \
    X(trainer_js, "trainer.js", "text/javascript", "protocol/web/page/trainer.js") \
    X(trainer_css, "trainer.css", "text/css", "protocol/web/page/trainer.css") \
    X(review_js, "review.js", "text/javascript", "protocol/web/page/review.js") \
    X(setup_js, "setup.js", "text/javascript", "protocol/web/page/setup.js") \
    X(settings_js, "settings.js", "text/javascript", "protocol/web/page/settings.js") \
    X(words_js, "words.js", "text/javascript", "protocol/web/page/words.js") \
    X(words_hant_js, "words.zh-Hant.js", "text/javascript", "protocol/web/page/words.zh-Hant.js") \
    X(words_vi_js, "words.vi.js", "text/javascript", "protocol/web/page/words.vi.js") \
    X(board_css, "board.css", "text/css", "protocol/web/board.css") \
    X(pieces_js, "pieces.js", "text/javascript", "protocol/web/pieces.js") \
    X(board_js, "board.js", "text/javascript", "protocol/web/board.js") \
    X(hanxin_js, "hanxin.js", "text/javascript", "protocol/web/npm/hanxin.js") \
    X(rules_js, "rules.js", "text/javascript", "protocol/web/native/rules.js") \
    X(thread_js, "thread.js", "text/javascript", "protocol/web/native/thread.js") \
    X(icon_svg, "icon.svg", "image/svg+xml", "protocol/web/page/icon.svg")
/* clang-format on */
