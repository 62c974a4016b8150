import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { newMailer } from '../../mail-queue.ts';
import { newFileStorage } from '../../platform/storage/index.ts';
import { type Check, fail, ok } from './check.ts';

export const checkMail: Check = {
  name: 'mail',
  run: async ({ config }) => {
    if (config.SMTP_URL === undefined) return [ok('SMTP_URL is not set: Docket sends no mail')];
    const problem = await newMailer(config).findProblem();
    const { host } = new URL(config.SMTP_URL);
    if (problem === undefined)
      return [
        ok(`The mail server ${host} answers${hasLogin(config.SMTP_URL) ? ' and accepts the login' : ''}`),
      ];
    return [
      fail(
        `The mail server ${host} does not accept mail: ${problem}`,
        'Check SMTP_URL, the network and the log of the mail server.',
      ),
    ];
  },
};

export const checkStorage: Check = {
  name: 'storage',
  run: async ({ config, clock }) => {
    if (!existsSync(config.filesFolder)) return [ok('There are no files yet')];
    const probe = Buffer.from('docket doctor');
    const storage = newFileStorage(config.filesFolder, clock);
    try {
      const { key } = await storage.put(Readable.from([probe]));
      try {
        const stored = await storage.open(key);
        const isSame = stored !== undefined && (await buffer(stored)).equals(probe);
        if (isSame) return [ok(`A file was stored in ${config.filesFolder}, read and deleted`)];
        return [fail(`A file in ${config.filesFolder} was not read as it was written`, 'Check the disk.')];
      } finally {
        await storage.delete(key);
      }
    } catch (error) {
      return [
        fail(
          `A file cannot be stored in ${config.filesFolder}: ${(error as Error).message}`,
          'Check the permissions and the disk: uploads fail.',
        ),
      ];
    }
  },
};

const hasLogin = (url: string) => new URL(url).username !== '';
