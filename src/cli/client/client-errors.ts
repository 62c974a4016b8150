/** The file of `docket login` is unusable; the message says what to do. */
export class CannotReadCredentials extends Error {}

/** No server or no key is known; the message says how to name one. */
export class NotSignedIn extends Error {}

/** The server has no project, label or person of this name that the caller may see. */
export class NoSuchName extends Error {}

/** A check that can say neither yes nor no; the message says what is missing. */
export class CannotTell extends Error {}
