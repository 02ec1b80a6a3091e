// Everything on the page is made here: texts become text nodes, so that no name can become markup.

const SVG = 'http://www.w3.org/2000/svg'

/** @typedef {Record<string, string | number | boolean | null>} Attributes null and false: left out */
/** @typedef {Node | string | null} Child null: left out */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes, ...children) {
  const element = document.createElement(tag)
  fill(element, attributes, children)
  return element
}

/**
 * @param {string} tag
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag)
  fill(element, attributes, children)
  return element
}

/**
 * @param {Element} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== false)
      element.setAttribute(name, value === true ? '' : String(value))
  element.append(...children.filter((child) => child !== null))
}

/**
 * An element that the page's HTML has.
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id
 * @returns {Kind}
 */
export function byId(id) {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`the page has no #${id}`)
  return /** @type {Kind} */ (element)
}

/**
 * @param {HTMLElement} element
 * @param {string | null} text null: the element is hidden
 */
export function say(element, text) {
  element.hidden = text === null
  // Written only when it is another: a screen reader would read the same again.
  if (element.textContent !== (text ?? '')) element.textContent = text ?? ''
}

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap()

/**
 * Redraws an element only when its data have changed: unchanged ones keep focus and selection.
 * @param {HTMLElement} place
 * @param {unknown} data
 * @param {() => Child[]} content
 */
export function redraw(place, data, content) {
  const text = JSON.stringify(data)
  if (drawn.get(place) === text) return
  drawn.set(place, text)
  place.replaceChildren(...content().filter((child) => child !== null))
}

/**
 * A table whose first column names its row.
 * @param {string} caption for screen readers
 * @param {{ title: string, number?: boolean, minor?: boolean }[]} columns minor: left out on a small screen
 * @param {Child[][]} rows
 */
export function table(caption, columns, rows) {
  const kindOf = (/** @type {number} */ at) =>
    [columns[at]?.number ? 'number' : '', columns[at]?.minor ? 'minor' : ''].join(' ').trim() ||
    null
  const head = columns.map(({ title }, at) =>
    make('th', { scope: 'col', class: kindOf(at) }, title),
  )
  const body = rows.map((row) =>
    make(
      'tr',
      {},
      ...row.map((cell, at) =>
        at === 0
          ? make('th', { scope: 'row', class: kindOf(at) }, cell)
          : make('td', { class: kindOf(at) }, cell),
      ),
    ),
  )
  return [
    make('caption', { class: 'unseen' }, caption),
    make('thead', {}, make('tr', {}, ...head)),
    make('tbody', {}, ...body),
  ]
}
