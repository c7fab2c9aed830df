/** The part of the package that tests of the server use; it brings no types of its own, and the server knows no DOM. */
declare module 'jsdom' {
  interface Element {
    readonly nodeName: string
    readonly textContent: string
    readonly children: Iterable<Element>
    querySelector(selector: string): Element | null
    querySelectorAll(selector: string): ArrayLike<Element> & Iterable<Element>
  }

  export class JSDOM {
    constructor(text?: string, options?: { contentType?: string })
    readonly window: { readonly document: Pick<Element, 'querySelector' | 'querySelectorAll'> }
  }
}
