/** The file of `docket login` is unusable; the message says what to do. */
export class CannotReadCredentials extends Error {}

/** No server or no key is known; the message says how to name one. */
export class NotSignedIn extends Error {}
