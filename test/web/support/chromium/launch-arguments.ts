/** What Playwright switches off. Of several such arguments Chromium takes the last. */
const playwrightFeatures = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
];
/** Each new window would load two pages for the suggestions of its address bar, in 0.8 s of processor time. */
const addressBarFeatures = ['WebUIOmniboxAimPopup', 'WebUIOmniboxPopup'];

/**
 * The sandbox of Chromium needs privileges that containers lack; the tests open no pages but their own. Without a GPU,
 * drawing is the same on every machine.
 */
export const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  `--disable-features=${[...playwrightFeatures, ...addressBarFeatures].join()}`,
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
  '--font-render-hinting=none',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];
