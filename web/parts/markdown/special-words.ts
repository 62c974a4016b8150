/** Keys of tickets (first group) and mentions (second group) in running text. */
export const special =
  /(?<![\p{L}\p{N}_/-])(?:([A-Z][A-Z0-9]{1,9}-[1-9]\d{0,8})(?![\p{L}\p{N}_-])|@([\p{L}\p{N}](?:[\p{L}\p{N}._-]{0,62}[\p{L}\p{N}])?))/gu;
