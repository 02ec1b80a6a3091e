import {
  KeybindingsManager,
  setKeybindings,
  TUI_KEYBINDINGS,
} from '@mariozechner/pi-tui/dist/keybindings.js'

/** The keys that the editor handles itself. What a session binds never reaches it, see `BINDINGS`. */
export function bindEditorKeys(): void {
  setKeybindings(
    new KeybindingsManager(TUI_KEYBINDINGS, {
      'tui.input.newLine': ['shift+enter'],
      'tui.editor.undo': ['ctrl+-'],
    }),
  )
}
