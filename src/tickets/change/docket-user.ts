/** The id of Docket itself in the `user` of events that no account causes. */
export const docketUserId = 'docket';
