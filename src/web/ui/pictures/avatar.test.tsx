import { fireEvent, render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Avatar } from './avatar.tsx'
import { Poster } from './picture.tsx'

const image = (root: HTMLElement) => root.querySelector('img')

describe('Avatar', () => {
  it('draws the default figure without a picture', () => {
    const { container } = render(<Avatar src={null} size={44} alt="layla" />)
    expect(image(container)).toBeNull()
    expect(container.querySelector('[role="img"]')?.getAttribute('aria-label')).toBe('layla')
  })

  it('swaps a broken picture for the default figure once and never asks for it again', () => {
    const { container, rerender } = render(<Avatar src="/media/broken.webp" size={44} />)
    const broken = image(container)
    expect(broken?.getAttribute('src')).toBe('/media/broken.webp')
    if (broken) fireEvent.error(broken)
    expect(image(container)).toBeNull()
    expect(container.querySelector('svg')).not.toBeNull()
    rerender(<Avatar src="/media/broken.webp" size={64} />)
    expect(image(container)).toBeNull()
  })

  it('is shown in a small size where the server has one', () => {
    const { container, rerender } = render(<Avatar src="/art/avatar-layla.webp" size={24} />)
    const names = () =>
      image(container)
        ?.getAttribute('srcset')
        ?.match(/\S+\.webp/g)
    expect(names()).toEqual(
      ['avatar-layla-96', 'avatar-layla-200', 'avatar-layla'].map((name) => `/art/${name}.webp`),
    )
    expect(image(container)?.getAttribute('sizes')).toBe('24px')
    const file = '/media/avatars/018f0000-0000-4000-8000-000000000001'
    rerender(<Avatar src={`${file}.webp`} size={24} />)
    expect(names()).toEqual([`${file}-96.webp`, `${file}-200.webp`, `${file}.webp`])
    rerender(<Avatar src="/art/default-avatar.webp" size={24} />)
    expect(image(container)?.hasAttribute('srcset')).toBe(false)
  })

  it('tries a new picture after a broken one', () => {
    const { container, rerender } = render(<Avatar src="/media/broken.webp" size={44} />)
    const broken = image(container)
    if (broken) fireEvent.error(broken)
    rerender(<Avatar src="/media/new.webp" size={44} />)
    expect(image(container)?.getAttribute('src')).toBe('/media/new.webp')
  })
})

describe('Poster', () => {
  it('swaps to the fallback, without the sizes of the broken picture, and then to the drawn default', () => {
    const { container } = render(
      <Poster
        src="/t/p/w342/a.jpg"
        srcSet="/t/p/w500/a.jpg 500w"
        alt="Salt Harbour"
        fallback="/default.webp"
      />,
    )
    const first = image(container)
    expect(first?.getAttribute('srcset')).toBe('/t/p/w500/a.jpg 500w')
    if (first) fireEvent.error(first)
    const second = image(container)
    expect(second?.getAttribute('src')).toBe('/default.webp')
    expect(second?.hasAttribute('srcset')).toBe(false)
    if (second) fireEvent.error(second)
    expect(image(container)).toBeNull()
    expect(container.querySelector('[role="img"]')?.getAttribute('aria-label')).toBe('Salt Harbour')
  })
})
