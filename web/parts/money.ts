import { locale } from './dates/dates.ts';

/** An amount in the smallest unit of its currency: cents, or yen. */
export interface Money {
  amount: number;
  currency: string;
}

const formatter = (currency: string) => new Intl.NumberFormat(locale(), { style: 'currency', currency });

/** How many digits the currency has after the point: two for euros, none for yen. */
const minorDigits = (currency: string): number =>
  formatter(currency).resolvedOptions().maximumFractionDigits ?? 2;

export const formatMoney = ({ amount, currency }: Money): string =>
  formatter(currency).format(amount / 10 ** minorDigits(currency));

/** For the axis of a chart, whose title names the currency: 1.5K, 20, 0.05. */
export const formatShortMoney = ({ amount, currency }: Money): string => {
  const number = amount / 10 ** minorDigits(currency);
  return number.toLocaleString(locale(), {
    notation: 'compact',
    maximumFractionDigits: number < 10 ? 2 : 1,
  });
};

/** The smallest units of a typed amount; undefined if it is not an amount. */
export function parseMoney(typed: string, currency: string): number | undefined {
  const number = Number(typed.trim().replace(',', '.'));
  const amount = Math.round(number * 10 ** minorDigits(currency));
  return typed.trim() === '' || !Number.isSafeInteger(amount) || amount < 0 ? undefined : amount;
}

/** The amount as it is typed, without the sign of the currency. */
export const typedMoney = ({ amount, currency }: Money): string =>
  (amount / 10 ** minorDigits(currency)).toFixed(minorDigits(currency));
