import type { KeyObject } from "node:crypto";
import type { Statement } from "~/domain/keepers/statement";

export function readStatement(text: string): Statement;
export function signStatement(statement: Statement, privateKey: KeyObject): string;
export function main(words: string[]): [said: string, code: number];
