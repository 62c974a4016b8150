/** Words that only security fixes have. */
const fixOfSecurity =
  /\b(?:CVE-\d{4}-\d+|CVEs?|GHSA-[\w-]+|CWE-\d+|security (?:fix|hole|issue|patch|problem|bug|flaw|vulnerab|warning|alert|finding|updates?\b|reasons?\b)\w*|vulnerabilit\w+|more secure)\b|\[security\]|^merge commit from fork$/i;

/** What attackers do. Plain `injection` and `traversal` mean dependencies and trees as well. */
const threat =
  /\b(?:XSS|cross[- ]site scripting|SSRF|CSRF|XXE|RCE|remote code execution|(?:(?:no)?sql|code|command|header|crlf|html|script|shell|argument|template|log|ldap|regexp?|csv|formula) injection|prototype (?:pollution|poisoning)|redos|denial[- ]of[- ]service|(?:path|directory|zip) traversal|zip[- ]slip|symlink (?:attacks?|following|follow|escape)|arbitrary (?:files?|code|functions?|commands?) (?:reads?|writes?|access|execution|uploads?|deletion)|(?:data|information|credentials?|secrets?|tokens?|passwords?) (?:exposure|disclosure)|(?:auth\w*|authentication|authorization|permission) bypass|privilege escalation|open redirects?|request smuggling|timing attacks?|dns rebinding|clickjacking|session fixation|(?:zip|decompression) bombs?)\b|['"`]?\.\.[/\\]?['"`]? traversal\b/i;

/** `DOS` is an operating system. */
const denialOfService = /\bDoS\b/;

/** `Add CSRF protection` offers something; `Add a limit against DoS` repairs. */
const offer =
  /^(?:add|allow|support|introduce|implement|create|enable|new|document|test|mention|improve|update|use)(?:s|d|ed|ing)?\b/i;
const defence =
  /\b(?:fix|prevent|catch|block|avoid|against|mitigat|protect|reject|resolv|stop|harden|forbid|refus|disallow|possible|potential)\w*\b/i;

/** `Older versions have reported CVEs, they do not affect us`, and advisories of others that are only mentioned. */
const notAffected =
  /\b(?:do|does|did|is|are|was|were)(?: not|n['’]t) (?:affect|impact|concern|vulnerable|exploitable)\w*|\bunaffected\b|\bno(?:t a)? (?:security )?(?:impact|vulnerabilit(?:y|ies))\b/i;

/** Whether the words tell of a security fix, rather than of a feature that has to do with security. */
export function tellsSecurityFix(text: string, isFeature = false): boolean {
  if (fixOfSecurity.test(text) && !notAffected.test(text)) return true;
  const at = Math.max(text.search(threat), text.search(denialOfService));
  return at >= 0 && (!(isFeature || offer.test(text)) || defence.test(text.slice(0, at)));
}
