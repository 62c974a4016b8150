export interface ClientSettings {
  /** For example `https://docket.example.org`; empty for the host of the page. */
  baseUrl: string;
  apiKey?: string;
  /** The value of the Cookie header. A browser sends the session cookie itself. */
  cookie?: string;
  fetch?: typeof fetch;
}
