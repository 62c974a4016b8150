/** Its message names each invalid variable, its value unless it is secret, and the allowed values. */
export class BadConfiguration extends Error {}
