/** What a key does in a session. */
export type Action = (typeof BINDINGS)[number]['action']

/**
 * The keys of a session, in the order in which `?` lists them. A key has the form of pi-tui's key names;
 * two keys are pressed one after the other.
 */
export const BINDINGS = [
  { action: 'send', keys: 'enter', help: 'send; while the agent works: deliver after this step' },
  {
    action: 'followUp',
    keys: 'alt+enter',
    help: 'send as a task of its own, when this one has ended',
  },
  { action: 'takeBack', keys: 'alt+up', help: 'take the last queued message back' },
  { action: 'newLine', keys: 'shift+enter', help: 'new line, also Ctrl+J or \\ and Enter' },
  { action: 'interrupt', keys: 'escape', help: 'interrupt the agent; its state is kept' },
  { action: 'rewind', keys: 'escape escape', help: 'go back to an earlier step' },
  { action: 'mode', keys: 'shift+tab', help: 'next permission mode' },
  { action: 'clear', keys: 'ctrl+c', help: 'clear the line, interrupt; twice: quit' },
  { action: 'quit', keys: 'ctrl+d', help: 'quit' },
  { action: 'background', keys: 'ctrl+b', help: 'move the running command to the background' },
  { action: 'search', keys: 'ctrl+r', help: 'search the history' },
  { action: 'expand', keys: 'ctrl+o', help: 'show the last tool result in full' },
  { action: 'plan', keys: 'ctrl+t', help: 'show or hide the plan' },
  { action: 'complete', keys: 'tab', help: 'complete /command or @file' },
  { action: 'editor', keys: 'ctrl+g', help: 'edit the line in $EDITOR' },
  { action: 'picture', keys: 'ctrl+v', help: 'paste a picture from the clipboard' },
  { action: 'undo', keys: 'ctrl+-', help: 'undo typing' },
  { action: 'redraw', keys: 'ctrl+l', help: 'clear the screen and draw again' },
  { action: 'suspend', keys: 'ctrl+z', help: 'suspend; fg continues' },
  { action: 'keys', keys: '?', help: 'show these keys, on an empty line · ! shell line · # rule' },
] as const satisfies readonly { action: string; keys: string; help: string }[]

/** The panels above the prompt, from top to bottom. */
export const PANELS = ['stream', 'agents', 'plan', 'queue', 'overlay'] as const
export type PanelName = (typeof PANELS)[number]
