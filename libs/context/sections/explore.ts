import type { Section } from '../input/section.js'

/** What a model has to know while its edit tools are hidden (row 187). */
export const explore: Section = {
  name: 'explore',
  order: 15,
  begins: 'Explore first.',
  share: 0,
  atStart: true,
  render: ({ exploring }) =>
    exploring === true
      ? 'Explore first. Read and search what the task needs. Then write the steps with todo_write. The edit tools are offered after that.'
      : '',
}
