/** The browser sends violations of the policy here. */
export const cspReportPath = '/csp-reports';

/**
 * Everything comes from this host, and no string becomes script. `data:` and `blob:` are for icons in style sheets and
 * previews of files that are being attached.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The only policy allows the address of the service worker and nothing else (web/shell/keep-for-offline.ts).
  'trusted-types docket',
  `report-uri ${cspReportPath}`,
].join('; ');

export const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  // With `no-referrer` browsers would send `Origin: null` with forms, which the check of the origin refuses.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};
