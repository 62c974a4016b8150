import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

const commands = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'msedge',
];
const macApplications = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const windowsPrograms = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/** Chrome, Chromium and Edge at the places of their installers and on the PATH. Not each of them need work. */
export function listInstalledBrowsers(platform = process.platform, env = process.env): string[] {
  const candidates = { win32: onWindows, darwin: onMac }[platform as string] ?? onLinux;
  return [...new Set([...onPath(platform, env), ...candidates(env)])].filter(isExecutable);
}

function onPath(platform: string, env: NodeJS.ProcessEnv): string[] {
  const suffix = platform === 'win32' ? '.exe' : '';
  const folders = (env.PATH ?? env.Path ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder));
  return commands.flatMap((command) => folders.map((folder) => path.join(folder, command + suffix)));
}

const onLinux = () => [
  '/opt/google/chrome/chrome',
  '/opt/microsoft/msedge/msedge',
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/snap/bin/chromium',
];

const onMac = () =>
  macApplications.flatMap((name) =>
    ['/Applications', path.join(homedir(), 'Applications')].map(
      (folder) => `${folder}/${name}.app/Contents/MacOS/${name}`,
    ),
  );

const onWindows = (env: NodeJS.ProcessEnv) =>
  windowsPrograms.flatMap((program) =>
    [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
      .filter((folder) => folder !== undefined)
      .map((folder) => `${folder}\\${program}`),
  );

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
