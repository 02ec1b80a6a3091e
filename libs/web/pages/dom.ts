/** The part of the DOM interface that is used here. */
export interface Dom {
  readonly body: DomElement | null
  querySelector(selector: string): DomElement | null
  querySelectorAll(selector: string): Iterable<DomElement>
}

export interface DomElement {
  textContent: string | null
  readonly innerHTML: string
  readonly parentNode: unknown
  readonly parentElement: DomElement | null
  readonly ownerDocument: { createElement(name: string): DomElement }
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  querySelector(selector: string): DomElement | null
  replaceChildren(...nodes: DomElement[]): void
  remove(): void
}
