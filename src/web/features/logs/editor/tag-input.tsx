import { X } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { foldText } from '#shared/matching/fold.ts'
import { parseTags, tagKey } from '#shared/tags.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import styles from './tag-input.module.css'

interface TagDraft {
  tags: string[]
  /** What stands in the box. */
  newTag: string
}

interface TagInputProps {
  draft: TagDraft
  onChange: (patch: Partial<TagDraft>) => void
  /** To choose from, the likeliest first. */
  known: readonly string[]
}

const suggestionsShown = 8

/** What one types; what an import brought may be more. */
const maxTyped = { tags: 20, letters: 40 }

/** Arabic keyboards have a comma of their own. */
const commas = /[,،]/

/** The tags of a log or list, each with a way to take it off, and a box for one more. */
export function TagInput({ draft: { tags, newTag }, onChange, known }: TagInputProps) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [news, setNews] = useState('')
  const suggestions = isOpen ? suggestionsOf(known, tags, newTag) : []
  const chosen = suggestions[active]

  const close = () => {
    setOpen(false)
    setActive(-1)
  }

  /** Adds what is there between the commas, as long as there is room; `rest` stays in the box. */
  const add = (texts: readonly string[], rest = '') => {
    const after = parseTags([...tags, ...texts].join(',')).slice(0, Math.max(tags.length, maxTyped.tags))
    const added = after.slice(tags.length)
    onChange({ tags: after, newTag: rest })
    if (added.length > 0) setNews(t('log.tagAdded', { tag: added.join(', ') }))
    setActive(-1)
  }

  const remove = (tag: string) => {
    onChange({ tags: tags.filter((one) => one !== tag) })
    setNews(t('log.tagRemoved', { tag }))
    input.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const last = tags.at(-1)
    // Of an empty box too it only adds: one Enter more than there are tags must not send what is not finished.
    if (event.key === 'Enter') {
      if (chosen !== undefined || newTag.trim() !== '') add([chosen ?? newTag])
    } else if (event.key === 'Backspace' && newTag === '' && last !== undefined) remove(last)
    else if (event.key === 'Escape' && suggestions.length > 0) close()
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const count = (isOpen ? suggestions : suggestionsOf(known, tags, newTag)).length
      const step = event.key === 'ArrowDown' ? 1 : -1
      setOpen(true)
      // One place more than there are suggestions: the box itself.
      setActive(((active + 1 + step + count + 1) % (count + 1)) - 1)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Field id={id} label={t('log.tags')} hint={t('log.tagsHint', maxTyped)}>
      <div className={styles.box}>
        {tags.length > 0 ? (
          <ul className={styles.tags} aria-label={t('log.tags')}>
            {tags.map((tag) => (
              <li key={tagKey(tag)} className={styles.item}>
                <button
                  type="button"
                  className={styles.tag}
                  aria-label={t('log.removeTag', { tag })}
                  onClick={() => remove(tag)}
                >
                  <bdi className={styles.name}>#{tag}</bdi>
                  <X aria-hidden="true" size={16} />
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        <input
          ref={input}
          id={id}
          className={styles.input}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={suggestions.length > 0}
          aria-controls={`${id}-suggestions`}
          aria-activedescendant={chosen === undefined ? undefined : `${id}-${active}`}
          aria-describedby={`${id}-hint`}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="enter"
          dir={newTag === '' ? undefined : 'auto'}
          placeholder={tags.length === 0 ? t('log.tagsPlaceholder') : undefined}
          value={newTag}
          onChange={({ target }) => {
            const texts = target.value
              .split(commas)
              .map((text) => text.trimStart().slice(0, maxTyped.letters))
            const rest = texts.pop() ?? ''
            if (texts.length > 0) add(texts, rest)
            else onChange({ newTag: rest })
            setOpen(rest.trim() !== '')
            setActive(-1)
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            if (newTag !== '') add([newTag])
            close()
          }}
        />
      </div>
      <div
        id={`${id}-suggestions`}
        className={styles.suggestions}
        role="listbox"
        aria-label={t('log.tagSuggestions')}
        hidden={suggestions.length === 0}
      >
        {suggestions.map((tag, at) => (
          <button
            key={tagKey(tag)}
            type="button"
            tabIndex={-1}
            id={`${id}-${at}`}
            className={styles.suggestion}
            role="option"
            aria-selected={at === active}
            // The box keeps the focus, and with it what is typed.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => {
              add([tag])
              setOpen(false)
            }}
          >
            <bdi>{tag}</bdi>
          </button>
        ))}
      </div>
      <VisuallyHidden>
        <span role="status">{news}</span>
      </VisuallyHidden>
    </Field>
  )
}

/** Those not taken yet of which a word begins with what is typed; all of them while nothing is. */
function suggestionsOf(known: readonly string[], taken: readonly string[], typed: string): string[] {
  const start = foldText(typed)
  const keys = new Set(taken.map(tagKey))
  return known
    .filter((tag) => !keys.has(tagKey(tag)) && ` ${foldText(tag)}`.includes(` ${start}`))
    .slice(0, suggestionsShown)
}
