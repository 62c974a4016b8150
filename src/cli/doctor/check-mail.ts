import { newMailer } from '../../composition/mail-queue.ts';
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

const hasLogin = (url: string) => new URL(url).username !== '';
