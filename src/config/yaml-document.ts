/**
 * Reads text as one YAML 1.2 document. Hostile text is stopped early: the parser is fed piece by piece and stopped as soon as the text is
 * too long, too deep or has too many parts.
 */
import { Composer, Lexer, Parser, type Document, type LineCounter } from 'yaml';

/** The most characters of a text: ten times a file that states every known bidder. */
const maxCharacters = 1_048_576;
/** The most lexical pieces (words, signs, spaces) of a text. */
const maxPieces = 500_000;
/** The deepest stack of the parser: two entries for each level. */
const maxStack = 100;
/** The most syntax faults listed: the first is the one to correct. */
const maxSyntaxFaults = 10;

/** The document of `text`, or why it cannot be read, in one sentence. `lines` records where lines begin. */
export function readDocument(text: string, lines: LineCounter): Document.Parsed | string {
  if (text.length > maxCharacters) return `the YAML is longer than ${maxCharacters} characters: shorten it`;
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  const tokens = [];
  let pieces = 0;
  for (const lexeme of new Lexer().lex(text)) {
    pieces += 1;
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > maxStack) return 'the YAML is nested too deeply: flatten it';
    if (pieces > maxPieces) return 'the YAML has too many parts: shorten it';
  }
  tokens.push(...parser.end());
  const composer = new Composer({
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: 'silent',
    resolveKnownTags: false,
  });
  const documents = composer.compose(tokens, true, text.length);
  const first = documents.next();
  if (first.done) return 'the YAML cannot be parsed: simplify it';
  if (!documents.next().done) return 'the YAML has several documents: keep one, without ---';
  const document = first.value;
  if (document.directives.yaml.explicit && document.directives.yaml.version !== '1.2') {
    return 'the YAML requires another version: remove the %YAML line';
  }
  return document;
}

const tagFix = 'remove the tag, or put quotes around a text that begins with !';

/**
 * Syntax faults and unknown tags, one sentence each; `place` puts an offset into words. The parser's messages may quote the text, which may
 * hold secrets: what follows a colon or begins with a backslash is cut, and so is all of a tag.
 */
export function syntaxFaults(document: Document.Parsed, place: (offset: number) => string): string[] {
  const problems = [...document.errors, ...document.warnings].slice(0, maxSyntaxFaults);
  return problems.map((problem) => {
    const isTag = problem.code === 'TAG_RESOLVE_FAILED';
    const words = isTag ? 'Unresolved tag' : problem.message.replace(/(?:(?<=\S):\s|\\)[^]*$/, '').slice(0, 120);
    const fix = isTag ? tagFix : 'correct the YAML there';
    return `the YAML cannot be parsed: ${words}: ${fix} (${place(problem.pos[0])})`;
  });
}
