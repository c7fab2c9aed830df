/** The part of the package that tests of the server use; it brings no types of its own, and the server knows no DOM. */
declare module 'jsdom' {
  interface Element {
    readonly nodeName: string
    readonly textContent: string
    readonly children: Iterable<Element>
    getAttribute(name: string): string | null
    querySelector(selector: string): Element | null
    querySelectorAll(selector: string): ArrayLike<Element> & Iterable<Element>
  }

  type Searched = Pick<Element, 'querySelector' | 'querySelectorAll'>

  export interface Document extends Searched {
    readonly documentElement: Element & { readonly lang: string; readonly dir: string }
    readonly body: Element
  }

  export class JSDOM {
    constructor(text?: string, options?: { contentType?: string })
    readonly window: { readonly document: Document }
  }
}
