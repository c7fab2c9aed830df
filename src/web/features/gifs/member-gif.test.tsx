import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setAutoplay, setMotionReduced } from '#web/lib/motion.ts'
import { MemberGif } from './member-gif.tsx'

const details = { title: 'Sad rain', width: 200, height: 100 }
const address = '/gifs/scene/sad-1.webp'
const isPlaying = () =>
  screen.getByRole('button', { name: 'Play GIF' }).getAttribute('aria-pressed') === 'true'

it('is the still of its address, named by its title', () => {
  render(<MemberGif gif={address} details={details} name="layla" />)
  const still = screen.getByRole('img', { name: 'GIF: Sad rain' })
  expect(still.getAttribute('src')).toBe('/gifs/scene/sad-1.still.webp')
  expect(isPlaying()).toBe(false)
})

it('of before, without still and title, is named by its author', () => {
  render(<MemberGif gif="/media/old.gif" details={null} name="layla" />)
  expect(screen.getByRole('img', { name: 'GIF attached by layla' }).tagName).toBe('CANVAS')
})

describe('where it may play by itself', () => {
  const show = () => render(<MemberGif gif={address} details={details} name="layla" autoplay />)

  it('does', () => {
    show()
    expect(isPlaying()).toBe(true)
  })

  it('does not when the member switched that off', () => {
    setAutoplay(false)
    show()
    expect(isPlaying()).toBe(false)
  })

  it('does not where less motion is wanted', () => {
    setMotionReduced(true)
    show()
    expect(isPlaying()).toBe(false)
    setMotionReduced(false)
  })
})
