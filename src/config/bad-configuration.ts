/** Its message names each variable that is not valid, its value unless that is a secret, and what is allowed. */
export class BadConfiguration extends Error {}
