/**
 * The shapes of the icons, drawn on 16 × 16 with a line of 1.4: the path alone, or the elements of an SVG.
 * The build makes a mask of each (`web/vite.config.ts`), so none of them is in a script.
 */
export const iconShapes = {
  agent:
    "<rect x='3' y='5.5' width='10' height='7.5' rx='2'/><path d='M8 5.5V3M6 8.5v1.25M10 8.5v1.25'/><circle cx='8' cy='2.5' r='0.75' fill='black' stroke='none'/>",
  archive: "<rect x='2.25' y='3' width='11.5' height='3' rx='1'/><path d='M3.25 6v7h9.5V6M6.5 8.75h3'/>",
  'arrow-down': 'M8 3v10M4 9l4 4 4-4',
  'arrow-left': 'M13 8H3M7 4 3 8l4 4',
  'arrow-right': 'M3 8h10M9 4l4 4-4 4',
  'arrow-up': 'M8 13V3M4 7l4-4 4 4',
  attach:
    'm12.75 7.5-4.9 4.9a3 3 0 0 1-4.25-4.25L8.75 3a2 2 0 0 1 2.85 2.85L6.7 10.75a1 1 0 0 1-1.45-1.45L9.5 5',
  bell: 'M4 11V7.25a4 4 0 0 1 8 0V11l1 1.25H3zM6.75 14h2.5',
  blocked: "<circle cx='8' cy='8' r='5.75'/><path d='m4 4 8 8'/>",
  board:
    "<rect x='2.5' y='3' width='3' height='10' rx='1'/><rect x='6.75' y='3' width='3' height='6.5' rx='1'/><rect x='11' y='3' width='2.5' height='8.5' rx='1'/>",
  bold: 'M4.75 3h4a2.4 2.4 0 0 1 0 4.8h-4zM4.75 7.8h4.6a2.6 2.6 0 0 1 0 5.2h-4.6z',
  bolt: 'M9 1.75 3.5 9H8l-1 5.25L12.5 7H8z',
  book: 'M3 3.25c2-.75 4-.5 5 .75 1-1.25 3-1.5 5-.75v9.5c-2-.75-4-.5-5 .75-1-1.25-3-1.5-5-.75zM8 4v9.25',
  branch:
    "<circle cx='4.5' cy='3.75' r='1.5'/><circle cx='4.5' cy='12.25' r='1.5'/><circle cx='11.5' cy='5.25' r='1.5'/><path d='M4.5 5.25v5.5M11.5 6.75c0 2.25-2 2.75-4 2.75-1.5 0-3 .25-3 1.25'/>",
  bug: 'M5 7.5a3 3 0 0 1 6 0V10a3 3 0 0 1-6 0zM8 7v6M6 4.5 4.75 2.75M10 4.5l1.25-1.75M5 8.75H2.25M11 8.75h2.75M5.25 6.25 3 5M10.75 6.25 13 5M5.5 11.5 3.25 13M10.5 11.5l2.25 1.5',
  bullets:
    "<path d='M6 4h7.5M6 8h7.5M6 12h7.5'/><circle cx='3' cy='4' r='1' fill='black' stroke='none'/><circle cx='3' cy='8' r='1' fill='black' stroke='none'/><circle cx='3' cy='12' r='1' fill='black' stroke='none'/>",
  calendar:
    "<rect x='2.5' y='3.5' width='11' height='10' rx='1.5'/><path d='M2.5 6.75h11M5.5 2v2.5M10.5 2v2.5'/>",
  chart: 'M2.5 13.5h11M4 11V8M8 11V3M12 11V5.5',
  check: 'm3.5 8.5 3 3 6-7',
  'chevron-down': 'm4.5 6.5 3.5 3.5 3.5-3.5',
  'chevron-left': 'M9.5 4.5 6 8l3.5 3.5',
  'chevron-right': 'M6.5 4.5 10 8l-3.5 3.5',
  'chevron-up': 'm4.5 9.5 3.5-3.5 3.5 3.5',
  clock: "<circle cx='8' cy='8' r='5.5'/><path d='M8 5v3.25l2.25 1.25'/>",
  close: 'm4 4 8 8M12 4l-8 8',
  code: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  comment: 'M2.5 3.5h11v7.5H8l-3 2.5V11H2.5z',
  commit: "<circle cx='8' cy='8' r='2.5'/><path d='M1.5 8h4M10.5 8h4'/>",
  copy: "<rect x='5.5' y='5.5' width='8' height='8' rx='1.5'/><path d='M3.5 10.5h-.25c-.4 0-.75-.35-.75-.75v-6.5c0-.4.35-.75.75-.75h6.5c.4 0 .75.35.75.75v.25'/>",
  display:
    "<path d='M2.5 5h5M11 5h2.5M2.5 11H5M8.5 11h5'/><circle cx='9.25' cy='5' r='1.75'/><circle cx='6.75' cy='11' r='1.75'/>",
  document: 'M4 2.25h5l3.25 3.25v8.25H4zM9 2.25V5.5h3.25M6.25 8.5h4M6.25 11h4',
  download: 'M8 2.75v7.75M4.75 7.25 8 10.5l3.25-3.25M2.75 10.5v3h10.5v-3',
  drag: "<circle cx='6' cy='4' r='1' fill='black' stroke='none'/><circle cx='10' cy='4' r='1' fill='black' stroke='none'/><circle cx='6' cy='8' r='1' fill='black' stroke='none'/><circle cx='10' cy='8' r='1' fill='black' stroke='none'/><circle cx='6' cy='12' r='1' fill='black' stroke='none'/><circle cx='10' cy='12' r='1' fill='black' stroke='none'/>",
  edit: 'm10.5 3 2.5 2.5-7.25 7.25L3 13.25l.5-2.75zM9 4.5 11.5 7',
  epic: 'M9 1.75 3.5 9H8l-1 5.25L12.5 7H8z',
  expand: 'M9.5 2.75h3.75V6.5M13 3 9.25 6.75M6.5 13.25H2.75V9.5M3 13l3.75-3.75',
  external: 'M6.5 3.5h-3v9h9v-3M9 2.75h4.25V7M13 3 7.5 8.5',
  eye: "<path d='M1.75 8C3.1 5.4 5.3 4 8 4s4.9 1.4 6.25 4C12.9 10.6 10.7 12 8 12S3.1 10.6 1.75 8z'/><circle cx='8' cy='8' r='1.75'/>",
  'eye-off':
    'm2.5 2.5 11 11M6.2 4.25A6.8 6.8 0 0 1 8 4c2.7 0 4.9 1.4 6.25 4-.45.85-1 1.6-1.6 2.2M4.2 5.2C3.2 5.85 2.35 6.8 1.75 8 3.1 10.6 5.3 12 8 12c1 0 1.9-.2 2.75-.55M6.75 6.75a1.75 1.75 0 0 0 2.5 2.5',
  feature:
    'M8 2v3.5M8 10.5V14M2 8h3.5M10.5 8H14M8 5.5 8.75 7.25 10.5 8l-1.75.75L8 10.5l-.75-1.75L5.5 8l1.75-.75z',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  flag: 'M4 14V2.75c2.5-1 4.5 1.5 8.5.25v6C8.5 10.25 6.5 7.75 4 8.75',
  folder: 'M2.5 12.5v-9h4l1.5 2h5.5v7z',
  globe:
    "<circle cx='8' cy='8' r='5.75'/><path d='M2.25 8h11.5M8 2.25c2 1.75 2.75 3.5 2.75 5.75S10 12 8 13.75C6 12 5.25 10.25 5.25 8S6 4 8 2.25z'/>",
  group: 'm8 2.25 5.75 3L8 8.25l-5.75-3zM2.25 8 8 11l5.75-3M2.25 10.75 8 13.75l5.75-3',
  heading: 'M4 3v10M12 3v10M4 8h8',
  history: 'M3 8a5 5 0 1 0 1.6-3.65L3 5.75M3 2.75v3h3M8 5.25V8.25l2 1.25',
  home: 'm2.5 7.5 5.5-5 5.5 5M4 6.5V13h8V6.5',
  improvement: 'M3 11.5 6.5 8l2.25 2.25L13 5M9.75 4.75H13V8',
  inbox: 'M2.5 9 4.5 3.5h7l2 5.5v3.5h-11zM2.5 9H6l.75 1.5h2.5L10 9h3.5',
  info: "<circle cx='8' cy='8' r='5.75'/><path d='M8 7.5V11'/><circle cx='8' cy='5.25' r='0.8' fill='black' stroke='none'/>",
  italic: 'M6.5 3h5M4.5 13h5M9.25 3l-2.5 10',
  key: "<circle cx='5.25' cy='10.75' r='2.5'/><path d='m7 9 6-6M10.5 5.5l2 2'/>",
  keyboard:
    "<rect x='1.5' y='4' width='13' height='8' rx='1.5'/><path d='M4 6.75h.01M6.65 6.75h.01M9.3 6.75h.01M12 6.75h.01M5 9.5h6'/>",
  label:
    "<path d='M2.75 3.25h5.5l5 5-5 5-5.5-5.5z'/><circle cx='5.5' cy='6' r='0.9' fill='black' stroke='none'/>",
  link: 'M6.5 9.5a2.6 2.6 0 0 0 3.75 0l2.5-2.5A2.65 2.65 0 0 0 9 3.25l-1 1M9.5 6.5a2.6 2.6 0 0 0-3.75 0L3.25 9A2.65 2.65 0 0 0 7 12.75l1-1',
  list: "<path d='M5.5 4h8M5.5 8h8M5.5 12h8'/><circle cx='2.75' cy='4' r='0.9' fill='black' stroke='none'/><circle cx='2.75' cy='8' r='0.9' fill='black' stroke='none'/><circle cx='2.75' cy='12' r='0.9' fill='black' stroke='none'/>",
  lock: "<rect x='3.5' y='7' width='9' height='6.5' rx='1.5'/><path d='M5.5 7V5a2.5 2.5 0 0 1 5 0v2'/>",
  mail: "<rect x='2' y='3.5' width='12' height='9' rx='1.5'/><path d='m2.5 4.5 5.5 4 5.5-4'/>",
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  minus: 'M3.5 8h9',
  monitor: "<rect x='2' y='3' width='12' height='8' rx='1.5'/><path d='M5.5 13.5h5M8 11v2.5'/>",
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z',
  more: "<circle cx='3.5' cy='8' r='1.15' fill='black' stroke='none'/><circle cx='8' cy='8' r='1.15' fill='black' stroke='none'/><circle cx='12.5' cy='8' r='1.15' fill='black' stroke='none'/>",
  numbers: 'M6.5 4h7M6.5 8h7M6.5 12h7M2.25 3.5 3.5 3v3.5M2.25 10h2l-2 2.75h2',
  offline:
    "<path d='m2.5 2.5 11 11M1.75 6.25A9 9 0 0 1 4 4.75M14.25 6.25A9 9 0 0 0 7 3.6M4 8.75a6 6 0 0 1 2-1.35M12 8.75a6 6 0 0 0-1.75-1.2'/><circle cx='8' cy='11.75' r='1' fill='black' stroke='none'/>",
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  people:
    "<circle cx='6' cy='5.5' r='2.5'/><path d='M1.5 13c.4-2.4 2.1-3.5 4.5-3.5s4.1 1.1 4.5 3.5M10.5 3.25a2.4 2.4 0 0 1 0 4.5M12.5 9.9c1.2.5 1.85 1.5 2 3.1'/>",
  person: "<circle cx='8' cy='5.25' r='2.75'/><path d='M2.75 13.5c.5-2.75 2.5-4 5.25-4s4.75 1.25 5.25 4'/>",
  picture:
    "<rect x='2.5' y='3' width='11' height='10' rx='1.5'/><circle cx='5.75' cy='6.25' r='1'/><path d='m3 11.5 3-3 2.25 2.25L10.5 8.5l3 3'/>",
  play: 'M5 3.25 12.5 8 5 12.75z',
  plus: 'M8 3.5v9M3.5 8h9',
  'pull-request':
    "<circle cx='4' cy='3.75' r='1.5'/><circle cx='4' cy='12.25' r='1.5'/><circle cx='12' cy='12.25' r='1.5'/><path d='M4 5.25v5.5M12 10.75V6.5c0-1.5-.75-2.75-2.25-2.75H8M9.5 2 7.75 3.75 9.5 5.5'/>",
  question:
    "<circle cx='8' cy='8' r='5.75'/><path d='M6.25 6.5A1.75 1.75 0 1 1 8 8.25v1'/><circle cx='8' cy='11.25' r='0.8' fill='black' stroke='none'/>",
  quote: 'M2.75 3v10M6 4.5h7.25M6 8h7.25M6 11.5h5',
  redo: 'M10.5 3l2.75 2.75L10.5 8.5M13 5.75H7a3.75 3.75 0 0 0 0 7.5h3',
  refresh: 'M13 8a5 5 0 1 1-1.6-3.65L13 5.75M13 2.75v3h-3',
  relation:
    "<rect x='2.25' y='2.75' width='4' height='4' rx='1'/><rect x='9.75' y='9.25' width='4' height='4' rx='1'/><path d='M4.25 6.75v4.5h5.5'/>",
  reply: 'M6.5 4 3 7.5 6.5 11M3.25 7.5H9a4 4 0 0 1 4 4v.5',
  robot:
    "<rect x='3' y='5.5' width='10' height='7.5' rx='2'/><path d='M8 5.5V3M6 8.5v1.25M10 8.5v1.25M1.25 8.5v2M14.75 8.5v2'/>",
  save: 'M4 2.5h8v11L8 10.5l-4 3z',
  search: "<circle cx='7' cy='7' r='4.25'/><path d='m10.25 10.25 3.25 3.25'/>",
  send: 'M13.5 2.5 2.5 6.75l4.75 2 2 4.75zM13.25 2.75l-6 6',
  settings:
    "<circle cx='8' cy='8' r='2'/><path d='M8 2v1.75M8 12.25V14M2 8h1.75M12.25 8H14M3.75 3.75 5 5M11 11l1.25 1.25M12.25 3.75 11 5M5 11l-1.25 1.25'/>",
  share: 'M8 10V2.5M5 5.25 8 2.5l3 2.75M4.5 7.5h-1v6h9v-6h-1',
  shield: 'M8 2.25 13 4v4c0 2.75-2 4.75-5 5.75C5 12.75 3 10.75 3 8V4z',
  sidebar: "<rect x='2' y='3' width='12' height='10' rx='1.5'/><path d='M6 3v10'/>",
  'sign-out': 'M6.5 2.75h-3.75v10.5H6.5M6.5 8h7M10.75 5.25 13.5 8l-2.75 2.75',
  smile:
    "<circle cx='8' cy='8' r='5.75'/><path d='M5.5 9.25c.5 1 1.4 1.6 2.5 1.6s2-.6 2.5-1.6M6.1 6.4v.1M9.9 6.4v.1'/>",
  sort: 'M5 3v10M2.5 10.5 5 13l2.5-2.5M11 13V3M8.5 5.5 11 3l2.5 2.5',
  source: 'M1.75 12V4L4.5 7 7.25 4v8M12 4v8M9.75 9.5 12 12l2.25-2.5',
  star: 'm8 2.25 1.75 3.7 4 .5-2.95 2.8.75 4L8 11.3l-3.55 1.95.75-4-2.95-2.8 4-.5z',
  'star-filled':
    "<path d='m8 2.25 1.75 3.7 4 .5-2.95 2.8.75 4L8 11.3l-3.55 1.95.75-4-2.95-2.8 4-.5z' fill='black'/>",
  stop: "<rect x='4' y='4' width='8' height='8' rx='1'/>",
  strike:
    'M2.5 8h11M11 4.75C10.4 3.6 9.4 3 8 3 6.25 3 5 3.9 5 5.25M5 11.25c.6 1.15 1.6 1.75 3 1.75 1.75 0 3-.9 3-2.25',
  subticket:
    "<path d='M3.5 2.5v7.75c0 .7.55 1.25 1.25 1.25H8'/><rect x='8.5' y='9' width='5' height='5' rx='1'/><path d='M3.5 4.5h4.75'/>",
  sun: "<circle cx='8' cy='8' r='2.75'/><path d='M8 1.75v1.5M8 12.75v1.5M1.75 8h1.5M12.75 8h1.5M3.6 3.6l1 1M11.4 11.4l1 1M12.4 3.6l-1 1M4.6 11.4l-1 1'/>",
  table: "<rect x='2.5' y='3' width='11' height='10' rx='1.5'/><path d='M2.5 6.5h11M8 3v10'/>",
  task: "<rect x='2.75' y='2.75' width='10.5' height='10.5' rx='2'/><path d='m5.5 8.25 1.75 1.75 3.25-4'/>",
  tasks:
    "<rect x='2.5' y='2.5' width='4' height='4' rx='1'/><path d='M9 4.5h4.5M9 11.5h4.5M2.5 11.5l1.5 1.5 2.75-3'/>",
  terminal: "<rect x='2' y='3' width='12' height='10' rx='1.5'/><path d='m4.75 6 2 2-2 2M8.5 10.25h2.75'/>",
  timeline: 'M2.5 4h5M5.5 8h6M9 12h4.5',
  trash: 'M2.75 4.25h10.5M6 4V2.75h4V4M4 4.25l.6 9h6.8l.6-9M6.75 7v3.75M9.25 7v3.75',
  undo: 'M5.5 3 2.75 5.75 5.5 8.5M3 5.75h6a3.75 3.75 0 0 1 0 7.5H6',
  upload: 'M8 10.5V2.75M4.75 6 8 2.75 11.25 6M2.75 10.5v3h10.5v-3',
  warning:
    "<path d='M8 2.5 14 13H2zM8 6.5v3'/><circle cx='8' cy='11.25' r='0.8' fill='black' stroke='none'/>",
  webhook:
    "<circle cx='8' cy='4.25' r='2'/><circle cx='3.75' cy='11.25' r='2'/><circle cx='12.25' cy='11.25' r='2'/><path d='m7 6-2.25 3.5M9 6l2.25 3.5M5.75 11.25h4.5'/>",
  work: "<circle cx='8' cy='8' r='5.5'/><circle cx='8' cy='8' r='2.25'/>",
  workspace:
    "<rect x='2.5' y='2.5' width='4.75' height='4.75' rx='1'/><rect x='8.75' y='2.5' width='4.75' height='4.75' rx='1'/><rect x='2.5' y='8.75' width='4.75' height='4.75' rx='1'/><rect x='8.75' y='8.75' width='4.75' height='4.75' rx='1'/>",
};

export const statusShapes = {
  backlog: "<circle cx='8' cy='8' r='5.75' stroke-dasharray='1.8 1.81'/>",
  todo: "<circle cx='8' cy='8' r='5.75'/>",
  'in-progress':
    "<circle cx='8' cy='8' r='5.75'/><path d='M8 4.5a3.5 3.5 0 0 1 0 7z' fill='black' stroke='none'/>",
  'in-review':
    "<circle cx='8' cy='8' r='5.75'/><path d='M8 4.5a3.5 3.5 0 1 1-3.5 3.5H8z' fill='black' stroke='none'/>",
  done: "<path d='M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zm3.35 4.1a.75.75 0 0 0-1.15-.95L7.1 8.55 5.75 7.2A.75.75 0 0 0 4.7 8.3l1.95 1.95a.75.75 0 0 0 1.1-.05z' fill='black' stroke='none' fill-rule='evenodd'/>",
  cancelled:
    "<path d='M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM5.95 4.9a.75.75 0 0 0-1.05 1.05L6.95 8 4.9 10.05a.75.75 0 0 0 1.05 1.05L8 9.05l2.05 2.05a.75.75 0 0 0 1.05-1.05L9.05 8l2.05-2.05A.75.75 0 0 0 10.05 4.9L8 6.95z' fill='black' stroke='none' fill-rule='evenodd'/>",
};

export const priorityShapes = {
  lowest: 'M2.5 8h2.25M7 8h2M11.25 8h2.25',
  low: "<rect x='2.5' y='9.5' width='2.75' height='4' rx='.9' fill='black' stroke='none'/><rect x='6.75' y='6.5' width='2.75' height='7' rx='.9' fill='black' stroke='none' opacity='.32'/><rect x='11' y='3.5' width='2.75' height='10' rx='.9' fill='black' stroke='none' opacity='.32'/>",
  medium:
    "<rect x='2.5' y='9.5' width='2.75' height='4' rx='.9' fill='black' stroke='none'/><rect x='6.75' y='6.5' width='2.75' height='7' rx='.9' fill='black' stroke='none'/><rect x='11' y='3.5' width='2.75' height='10' rx='.9' fill='black' stroke='none' opacity='.32'/>",
  high: "<rect x='2.5' y='9.5' width='2.75' height='4' rx='.9' fill='black' stroke='none'/><rect x='6.75' y='6.5' width='2.75' height='7' rx='.9' fill='black' stroke='none'/><rect x='11' y='3.5' width='2.75' height='10' rx='.9' fill='black' stroke='none'/>",
  highest:
    "<path d='M4 2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zm3.25 2.75v3.5a.75.75 0 0 0 1.5 0v-3.5a.75.75 0 0 0-1.5 0zM8 12.25a.95.95 0 1 0 0-1.9.95.95 0 0 0 0 1.9z' fill='black' stroke='none' fill-rule='evenodd'/>",
};

export type IconName = keyof typeof iconShapes;
