/**
 * Every error a call can answer: its HTTP status and its English text.
 * The texts are fixed to the letter (docs/product.md); clients translate by code.
 */
export const errors = {
  'auth.required': { status: 401, text: 'Please log in.' },
  'auth.login_failed': { status: 401, text: 'Login failed. Please check your credentials.' },
  'auth.suspended': {
    status: 403,
    text: 'This account is suspended. Please write to whoever runs this Scene.',
  },
  'auth.pending': {
    status: 403,
    text: 'An operator has to let you in first. You will get an email.',
  },
  'auth.second_step': { status: 401, text: 'Enter the code from your authenticator app.' },
  'auth.second_step_over': { status: 401, text: 'That took too long. Please log in again.' },
  'auth.second_step_on': { status: 409, text: 'Two-step codes are on already.' },
  'auth.second_step_off': { status: 409, text: 'Two-step codes are not on.' },
  'auth.code_locked': { status: 429, text: 'Too many wrong codes. Please wait a while.' },
  'auth.code_unreadable': {
    status: 503,
    text: 'Codes of an app cannot be checked right now. Please use a recovery code.',
  },
  'auth.step_up_required': { status: 403, text: 'Please confirm first that it is you.' },
  'auth.passkey_failed': { status: 400, text: 'That did not work. Nothing was changed.' },
  'auth.passkey_not_found': { status: 404, text: 'This passkey could not be found.' },
  'auth.passkey_full': { status: 400, text: 'An account holds at most 20 passkeys.' },
  'auth.password_wrong': { status: 400, text: 'This password is not right.' },
  'auth.password_known': { status: 400, text: 'This password is too well known. Please choose another.' },
  'auth.email_change_over': { status: 404, text: 'No change of address is waiting.' },
  'auth.unverified': { status: 403, text: 'Please verify your email address first.' },
  'auth.token_invalid': { status: 401, text: 'This token is wrong, expired or revoked.' },
  'auth.token_scope': { status: 403, text: 'This token is not allowed to do that.' },
  'auth.token_barred': { status: 403, text: 'No token can do that. Please use the app.' },
  'feed.not_found': { status: 404, text: 'This address could not be found.' },
  'feed.full': { status: 400, text: 'An account holds at most 100 secret addresses.' },
  'feed.empty': { status: 404, text: 'There are no films in it.' },
  'token.not_found': { status: 404, text: 'This token could not be found.' },
  'token.full': { status: 400, text: 'An account holds at most 20 tokens.' },
  'auth.google_failed': { status: 401, text: 'Google login failed. Please try again.' },
  'auth.session_not_found': { status: 404, text: 'This session could not be found.' },
  'auth.registration_closed': { status: 403, text: 'Registration is closed.' },
  'auth.invite_invalid': { status: 403, text: 'You need a valid invite to sign up.' },
  'auth.backlog_full': {
    status: 409,
    text: 'Too many people are waiting to be let in. Please try again later.',
  },
  'auth.operator_link': { status: 403, text: 'This link cannot be used any more.' },
  'auth.avatar_required': { status: 400, text: 'Please upload an avatar.' },
  'auth.username_invalid': { status: 400, text: 'Invalid username format.' },
  'auth.username_taken': { status: 409, text: 'Username already taken.' },
  'auth.email_invalid': { status: 400, text: 'Invalid email.' },
  'auth.email_taken': { status: 409, text: 'Email already in use.' },
  'auth.password_short': { status: 400, text: 'Password too short.' },
  'auth.code_invalid': { status: 400, text: 'Invalid or expired code.' },
  'auth.code_format': { status: 400, text: 'Enter a valid 6-digit code.' },
  'auth.code_wait': { status: 429, text: 'A code was just sent. Please wait a minute.' },
  'auth.reset_fields': { status: 400, text: 'Please enter both username and email.' },
  'auth.reset_password_short': { status: 400, text: 'Password must be at least 6 characters.' },
  'member.not_found': { status: 404, text: 'User not found.' },
  'member.not_pending': { status: 409, text: 'This member was let in already.' },
  'member.new_account': {
    status: 429,
    text: 'That was a lot for a new account. Please go on tomorrow.',
  },
  'member.follow_self': { status: 400, text: 'You cannot follow yourself.' },
  'safety.yourself': { status: 400, text: 'You cannot block or mute yourself.' },
  'safety.full': { status: 400, text: 'This list is full. Take something off it first.' },
  'member.request_not_found': { status: 404, text: 'This request could not be found.' },
  'member.favourites': { status: 400, text: 'Choose at most 4 favorite films, each once.' },
  'member.website': { status: 400, text: 'A website must begin with http:// or https://.' },
  'member.social': { status: 400, text: 'This is neither a name nor an address on that site.' },
  'admin.yourself': { status: 400, text: 'You cannot suspend yourself.' },
  'report.not_found': { status: 404, text: 'What you report is not here any more.' },
  'report.own': { status: 400, text: 'You cannot report what is your own.' },
  'report.text_required': { status: 400, text: 'Please say in a few words what is wrong.' },
  'moderation.not_found': { status: 404, text: 'This report could not be found.' },
  'moderation.decided': { status: 409, text: 'Somebody else decided about this meanwhile.' },
  'moderation.not_allowed': { status: 403, text: 'You cannot decide about yourself or a higher role.' },
  'moderation.impossible': { status: 409, text: 'This cannot be done any more.' },
  'appeal.over': { status: 403, text: 'This decision can no longer be appealed.' },
  'appeal.link': { status: 404, text: 'This link cannot be used any more.' },
  'appeal.same_moderator': { status: 403, text: 'Somebody else has to decide about this appeal.' },
  'watchlist.not_found': { status: 404, text: 'This film is not on your watchlist.' },
  'film.not_found': { status: 404, text: 'This film could not be found.' },
  'film.source_down': { status: 503, text: 'The film database is not available right now.' },
  'log.not_found': { status: 404, text: 'This log could not be found.' },
  'log.not_yours': { status: 403, text: 'Only the author can change this log.' },
  'log.not_bare': { status: 409, text: 'This log says more than that the film was seen.' },
  'reply.not_found': { status: 404, text: 'This comment could not be found.' },
  'reply.not_yours': { status: 403, text: 'Only the author can delete this comment.' },
  'reply.empty': { status: 400, text: 'Write something, or add a GIF or an image.' },
  'poster.not_approved': { status: 400, text: 'Only the approved poster can be used for this film.' },
  'poster.unknown': { status: 400, text: 'This is not a poster of this film.' },
  'backdrop.unknown': { status: 400, text: 'This is not a backdrop of this film.' },
  'year.not_found': { status: 404, text: 'This year in review could not be found.' },
  'person.not_found': { status: 404, text: 'This person could not be found.' },
  'gif.source_down': { status: 503, text: 'GIFs are not available right now.' },
  'gif.unknown': { status: 400, text: 'This GIF cannot be used.' },
  'list.not_found': { status: 404, text: 'This list could not be found.' },
  'list.not_yours': { status: 403, text: 'Only the owner can change this list.' },
  'list.film_twice': { status: 409, text: 'This film is already in the list.' },
  'list.changed': { status: 409, text: 'This list was changed elsewhere meanwhile.' },
  'list.full': { status: 400, text: 'A list holds at most 5,000 films.' },
  'list.private': { status: 400, text: 'A private list cannot be shared.' },
  'assistant.unavailable': {
    status: 503,
    text: 'SceneBot is currently unavailable. Please try again later.',
  },
  'assistant.plain_text': { status: 400, text: 'SceneBot can only receive plain text.' },
  'import.missing': { status: 400, text: 'Please choose a file.' },
  'import.not_a_file': { status: 400, text: 'This file is neither a CSV nor an export that Scene knows.' },
  'import.columns': { status: 400, text: 'The columns of this file are not those of an export.' },
  'import.broken': { status: 400, text: 'This file breaks off or is not written correctly.' },
  'import.archive': { status: 400, text: 'This archive cannot be read safely.' },
  'import.too_large': { status: 413, text: 'This file is too large to import.' },
  'import.empty': { status: 400, text: 'There is nothing to import in this file.' },
  'import.not_found': { status: 404, text: 'This import could not be found.' },
  'import.row_not_found': { status: 404, text: 'This row could not be found.' },
  'import.running': { status: 409, text: 'Another import is still running.' },
  'import.full': {
    status: 409,
    text: 'Your imports fill the room that they have. Remove one of them first.',
  },
  'share.nobody': { status: 400, text: 'Select at least one friend.' },
  'notification.not_found': { status: 404, text: 'This notification could not be found.' },
  'upload.missing': { status: 400, text: 'Please select a photo.' },
  'upload.not_an_image': { status: 415, text: 'This file is not a supported image.' },
  'upload.too_large': { status: 413, text: 'This file is too large.' },
  'picture.not_found': { status: 404, text: 'This picture could not be found.' },
  'invite.not_found': { status: 404, text: 'This invite could not be found.' },
  'request.invalid': { status: 400, text: 'The request is not valid.' },
  'request.token_in_address': {
    status: 400,
    text: 'A token never belongs into an address. Send it in the Authorization header, and revoke this one.',
  },
  'request.too_large': { status: 413, text: 'The request is too large.' },
  'request.timeout': { status: 408, text: 'The request took too long to arrive.' },
  'request.headers_too_large': { status: 431, text: 'The head of the request is too large.' },
  'request.media_type': { status: 415, text: 'This content type is not supported.' },
  'request.rate_limited': { status: 429, text: 'Too many requests. Please wait a moment.' },
  'request.not_found': { status: 404, text: 'Not found.' },
  'request.not_yours': { status: 403, text: 'This is not yours.' },
  'request.conflict': { status: 409, text: 'This was sent before with other content.' },
  'server.failed': { status: 500, text: 'Something went wrong.' },
  'server.storage_full': { status: 507, text: 'Scene has no room left to save this.' },
  'server.read_only': { status: 503, text: 'Scene cannot save anything right now.' },
  'server.unavailable': { status: 503, text: 'Scene is not available right now.' },
} as const satisfies Record<string, { status: number; text: string }>

export type ErrorCode = keyof typeof errors

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text)

/** One fault of a request: where it is, and why in English, for developers. Clients word it by code and `params`. */
export interface ErrorIssue {
  path: string
  message: string
  /** What the fault is about, such as `{ min: 6 }` for a text that is too short. */
  params?: Record<string, string | number>
}

/** The body of every answer that is not a success. `issues` names the fields of a 400. */
export interface ErrorBody {
  error: string
  code: ErrorCode
  requestId: string
  issues?: ErrorIssue[]
}
