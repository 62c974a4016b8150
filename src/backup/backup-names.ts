/** `docket-20261116T034118Z.tar`: names sort by time. */
export const backupName = (createdAt: number) =>
  `docket-${new Date(createdAt).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}.tar`;

export const isBackupName = (name: string) => /^docket-\d{8}T\d{6}Z\.tar$/.test(name);
