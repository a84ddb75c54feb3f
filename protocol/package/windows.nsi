; SPDX-License-Identifier: GPL-3.0-only
; The set-up program for Windows, made by NSIS: `makensis -DVERSION=1.0 -DFROM=FOLDER -DOUT=FILE windows.nsi`. It needs no rights of an
; administrator, and everything that it changes is below the user's own folder and registry key.
Unicode true
Target amd64-unicode ; like the programs
ManifestDPIAware true
RequestExecutionLevel user
SetCompressor /SOLID lzma
!include MUI2.nsh
!include Sections.nsh

Name "Hanxin ${VERSION}"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Hanxin"
InstallDirRegKey HKCU "Software\Hanxin" "Folder"
!ifdef ICON
!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!endif
VIProductVersion "${VERSION}.0.0"
VIAddVersionKey /LANG=1033 "ProductName" "Hanxin"
VIAddVersionKey /LANG=1033 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=1033 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=1033 "FileDescription" "Hanxin set-up"
VIAddVersionKey /LANG=1033 "LegalCopyright" "GNU General Public License, version 3"

!define MUI_FINISHPAGE_RUN "$INSTDIR\hanxin.exe"
!define MUI_FINISHPAGE_RUN_TEXT "$(OpenBoard)"
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"
!insertmacro MUI_LANGUAGE "TradChinese"
!insertmacro MUI_LANGUAGE "Vietnamese"

!macro words NAME ENGLISH SIMPLIFIED TRADITIONAL VIETNAMESE
LangString ${NAME} ${LANG_ENGLISH} "${ENGLISH}"
LangString ${NAME} ${LANG_SIMPCHINESE} "${SIMPLIFIED}"
LangString ${NAME} ${LANG_TRADCHINESE} "${TRADITIONAL}"
LangString ${NAME} ${LANG_VIETNAMESE} "${VIETNAMESE}"
!macroend
!insertmacro words Programs "Programs" "程序" "程式" "Chương trình"
!insertmacro words StartMenu "Start menu: Hanxin board" "开始菜单：韩信棋盘" "開始功能表：韓信棋盤" "Menu Start: bàn cờ Hàn Tín"
!insertmacro words OpenBoard "Open the board" "打开棋盘" "開啟棋盤" "Mở bàn cờ"
!insertmacro words Board "Hanxin board" "韩信棋盘" "韓信棋盤" "Bàn cờ Hàn Tín"
!insertmacro words Files "Open files with Hanxin" "用韩信打开棋谱" "用韓信開啟棋譜" "Mở tệp bằng Hàn Tín"
!insertmacro words GameFile "Xiangqi game" "象棋棋谱" "象棋棋譜" "Ván cờ tướng"

Section "$(Programs)" SecPrograms
    SectionIn RO
    SetOutPath "$INSTDIR"
    File /r "${FROM}/*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    WriteRegStr HKCU "Software\Hanxin" "Folder" "$INSTDIR"
    !define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Hanxin"
    WriteRegStr HKCU "${KEY}" "DisplayName" "Hanxin ${VERSION}"
    WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\hanxin.exe"
    WriteRegStr HKCU "${KEY}" "Publisher" "the Hanxin authors"
    WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${KEY}" "NoModify" 1
    WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
SectionEnd

Section "$(StartMenu)" SecMenu
    CreateShortcut "$SMPROGRAMS\$(Board).lnk" "$INSTDIR\hanxin.exe"
    WriteRegStr HKCU "Software\Hanxin" "Menu" "$SMPROGRAMS\$(Board).lnk"
SectionEnd

; Offers Hanxin for these files. Another program that opens them stays the usual one.
!macro offer EXTENSION
    WriteRegStr HKCU "Software\Classes\.${EXTENSION}\OpenWithProgids" "Hanxin.Game" ""
!macroend
!macro withdraw EXTENSION
    DeleteRegValue HKCU "Software\Classes\.${EXTENSION}\OpenWithProgids" "Hanxin.Game"
    DeleteRegKey /ifempty HKCU "Software\Classes\.${EXTENSION}\OpenWithProgids"
    DeleteRegKey /ifempty HKCU "Software\Classes\.${EXTENSION}"
!macroend
Section "$(Files): .xqf .cbr .pgn" SecFiles
    WriteRegStr HKCU "Software\Classes\Hanxin.Game" "" "$(GameFile)"
    WriteRegStr HKCU "Software\Classes\Hanxin.Game\DefaultIcon" "" "$INSTDIR\hanxin.exe,0"
    WriteRegStr HKCU "Software\Classes\Hanxin.Game\shell\open\command" "" '"$INSTDIR\hanxin.exe" web "%1"'
    !insertmacro offer "xqf"
    !insertmacro offer "cbr"
    !insertmacro offer "pgn"
SectionEnd

; Removes what was installed, by name: the folder may have become home to other files.
Section "Uninstall"
    !include "${LIST}"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    ReadRegStr $0 HKCU "Software\Hanxin" "Menu"
    StrCmp $0 "" +2
    Delete "$0"
    !insertmacro withdraw "xqf"
    !insertmacro withdraw "cbr"
    !insertmacro withdraw "pgn"
    DeleteRegKey HKCU "Software\Classes\Hanxin.Game"
    DeleteRegKey HKCU "${KEY}"
    DeleteRegKey HKCU "Software\Hanxin"
SectionEnd
