export { mayScrape } from './may-scrape.ts';
export { type GaugeValues, type Metrics, newMetrics } from './metrics.ts';
export { listenForScrapes, type ScrapeListener } from './scrape-listener.ts';
