export const api = {
  notReached: 'Docket could not be reached. Check the connection and try again.',
};
