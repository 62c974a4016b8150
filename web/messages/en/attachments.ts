export const attachments = {
  attach: 'Attach files',
  drop: 'Drop files to attach them',
  download: (name: string) => `Download ${name}`,
  remove: 'Remove file',
  removeNamed: (name: string) => `Remove ${name}`,
  removeQuestion: 'Remove this file?',
  removeText: (name: string) => `${name} is deleted for everybody and cannot be restored.`,
  sending: (name: string) => `Sending ${name}`,
  tryAgain: 'Try again',
  dropNamed: (name: string) => `Do not attach ${name}`,
};
