const versionHeading =
  /^(?:#{1,4}\s*(?:[\w.@/-]*[a-z][\w./-]*\s+)?)?\[?(?:version\s+|v|release\s+)?\d+\.\d+(?:\.\d+)?[\w.+-]*\]?(?:\s|$|\()/i;
/** `### Redis 8.8 Support` names the version of something else. */
const headingOfFeature =
  /^#{2,6}\s+(?!version\b|release\b)\p{L}[\w.-]*\s+v?\d+(?:\.\d+)+\s+(?!(?:un)?released?\b|final\b|alpha\b|beta\b|rc)\p{L}/iu;
export const isVersionHeading = (line: string) => versionHeading.test(line) && !headingOfFeature.test(line);
