import { anyPattern, wordRule } from '../../word-rule.ts';

/** Words that occur only in security fixes. */
const fixOfSecurity = anyPattern(
  [
    /\b(?:CVE-\d{4}-\d+|CVEs?|GHSA-[\w-]+|CWE-\d+|vulnerabilit\w+|more secure)\b|\[security\]|^merge commit from fork$/,
    /\bsecurity (?:fix|hole|issue|patch|problem|bug|flaw|vulnerab|warning|alert|finding|updates?\b|reasons?\b)\w*\b/,
  ],
  'i',
);

/** What attackers do. Plain `injection` and `traversal` also concern dependencies and trees. */
export const threat = wordRule(
  {
    XSS: 'XSS in titles',
    'cross[- ]site scripting': 'cross-site scripting in titles',
    SSRF: 'an SSRF',
    CSRF: 'a CSRF',
    XXE: 'an XXE',
    RCE: 'an RCE',
    'remote code execution': 'remote code execution by a title',
    '(?:(?:no)?sql|code|command|header|crlf|html|script|shell|argument) injection': 'SQL injection',
    '(?:template|log|ldap|regexp?|csv|formula) injection': 'formula injection',
    'prototype (?:pollution|poisoning)': 'prototype pollution',
    redos: 'a ReDoS',
    'denial[- ]of[- ]service': 'a denial of service',
    '(?:path|directory|zip) traversal': 'path traversal',
    'zip[- ]slip': 'a zip slip',
    'symlink (?:attacks?|following|follow|escape)': 'symlink following',
    'arbitrary (?:files?|code|functions?|commands?) (?:reads?|writes?|access|execution|uploads?|deletion)':
      'arbitrary file reads',
    '(?:data|information|credentials?|secrets?|tokens?|passwords?) (?:exposure|disclosure)': 'token exposure',
    '(?:auth\\w*|permission) bypass': 'an authorization bypass',
    'privilege escalation': 'privilege escalation',
    'open redirects?': 'an open redirect',
    'request smuggling': 'request smuggling',
    'timing attacks?': 'timing attacks',
    'dns rebinding': 'DNS rebinding',
    clickjacking: 'clickjacking',
    'session fixation': 'session fixation',
    '(?:zip|decompression) bombs?': 'zip bombs',
  },
  (anyWord) => new RegExp(`\\b${anyWord}\\b|['"\`]?\\.\\.[/\\\\]?['"\`]? traversal\\b`, 'i'),
);

/** `DOS` is an operating system. */
const denialOfService = /\bDoS\b/;

/** `Add CSRF protection` is a feature; `Add a limit against DoS` is a fix. */
const offer =
  /^(?:add|allow|support|introduce|implement|create|enable|new|document|test|mention|improve|update|use)(?:s|d|ed|ing)?\b/i;
const defence =
  /\b(?:fix|prevent|catch|block|avoid|against|mitigat|protect|reject|resolv|stop|harden|forbid|refus|disallow|possible|potential)\w*\b/i;

/** `Older versions have reported CVEs, they do not affect us`, and advisories of others that are only mentioned. */
const notAffected =
  /\b(?:do|does|did|is|are|was|were)(?: not|n['’]t) (?:affect|impact|concern|vulnerable|exploitable)\w*|\bunaffected\b|\bno(?:t a)? (?:security )?(?:impact|vulnerabilit(?:y|ies))\b/i;

/** True if the words describe a security fix, rather than a feature that concerns security. */
export function tellsSecurityFix(text: string, isFeature = false): boolean {
  if (fixOfSecurity.test(text) && !notAffected.test(text)) return true;
  const at = Math.max(text.search(threat.pattern), text.search(denialOfService));
  return at >= 0 && (!(isFeature || offer.test(text)) || defence.test(text.slice(0, at)));
}
