const jsonType = /^application\/(?:csp-report|(?:[\w.+-]+\+)?json)\s*(?:;|$)/i;
const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

export const isJson = (contentType: string) => jsonType.test(contentType);

export const isForm = (contentType: string | undefined) => formType.test(contentType ?? '');
