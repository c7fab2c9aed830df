import type { Locale } from '#shared/locale.ts'
import { escapeHtml } from '#server/core/http/escape-html.ts'
import { words } from './notification-texts.ts'

/** Both are in the mail’s language; what somebody wrote in them is isolated. */
export interface MailItem {
  title: string
  detail: string | null
  url: string
}

interface MailPage {
  locale: Locale
  subject: string
  intro: string | null
  sections: { heading: string | null; items: MailItem[] }[]
  open: { label: string; url: string }
  /** Links at the foot. */
  unsubscribe: string
  settings: string
}

/**
 * A mail as text and as HTML, in the member's language and direction; it can also be read in programs without scripts
 * and styles.
 */
export function mailPage(page: MailPage): { subject: string; text: string; html: string } {
  const { locale, subject, intro, sections, open, unsubscribe, settings } = page
  const { end } = words[locale]
  const filled = sections.filter(({ items }) => items.length > 0)
  const lines = filled.map(({ heading, items }) =>
    [
      ...(heading === null ? [] : [heading.toLocaleUpperCase(locale)]),
      ...items.map(({ title, detail, url }) => `${title}${detail === null ? '' : ` · ${detail}`}\n${url}`),
    ].join('\n\n'),
  )
  const link = (label: string, url: string) => `${label}${locale === 'fr' ? '\u00a0' : ''}: ${url}`
  const text = [
    ...(intro === null ? [] : [intro]),
    ...lines,
    link(open.label, open.url),
    [end.why, link(end.link, unsubscribe), link(end.settings, settings)].join('\n'),
  ].join('\n\n')
  const direction = locale === 'ar' ? 'rtl' : 'ltr'
  const sectionHtml = ({ heading, items }: MailPage['sections'][number]) => `
${heading === null ? '' : `<h2 style="font-size:16px;margin:28px 0 8px">${escapeHtml(heading)}</h2>`}
${items
  .map(
    ({ title, detail, url }) => `<p style="margin:0;padding:10px 0;border-top:1px solid #e3e3ea">
<a href="${escapeHtml(url)}" style="color:#1b1b23;text-decoration:none;font-weight:600">${escapeHtml(title)}</a>${
      detail === null ? '' : `<br><span style="color:#5c5c6b">${escapeHtml(detail)}</span>`
    }</p>`,
  )
  .join('\n')}`
  const html = `<!doctype html>
<html lang="${locale}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f4f4f7">
<div dir="${direction}" style="max-width:560px;margin:0 auto;padding:24px 20px;background:#ffffff;color:#1b1b23;font:16px/1.5 system-ui,sans-serif;text-align:start">
<h1 style="font-size:22px;margin:0 0 4px">${escapeHtml(subject)}</h1>
${intro === null ? '' : `<p style="margin:0;color:#5c5c6b">${escapeHtml(intro)}</p>`}
${filled.map(sectionHtml).join('\n')}
<p style="margin:28px 0"><a href="${escapeHtml(open.url)}" style="display:inline-block;padding:12px 20px;border-radius:24px;background:#1b1b23;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(open.label)}</a></p>
<p style="margin:0;color:#5c5c6b;font-size:13px">${escapeHtml(end.why)}<br>
<a href="${escapeHtml(unsubscribe)}" style="color:#5c5c6b">${escapeHtml(end.link)}</a> · <a href="${escapeHtml(settings)}" style="color:#5c5c6b">${escapeHtml(end.settings)}</a></p>
</div></body></html>
`
  return { subject, text: `${text}\n`, html }
}
