// Another implementation of the log than ours: Go's packages of its checksum database (golang.org/x/mod/sumdb).
//
//	go run main.go answers        writes what trees of several sizes look like: tests/domain/log/known-answers.json
//	go run main.go check < FILE   checks proofs, consistency and signed checkpoints of ours; prints how many of each are right
package main

import (
	"bufio"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type hashes []tlog.Hash

func (h *hashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	read := make([]tlog.Hash, len(indexes))
	for i, at := range indexes {
		read[i] = (*h)[at]
	}
	return read, nil
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (h *hashes) add(n int64) {
	more, err := tlog.StoredHashes(n, []byte(fmt.Sprintf("entry %d", n)), h)
	must(err)
	*h = append(*h, more...)
}

func texts(list []tlog.Hash) []string {
	all := []string{}
	for _, one := range list {
		all = append(all, one.String())
	}
	return all
}

type answer struct {
	Size        int64               `json:"size"`
	Root        string              `json:"root"`
	Inclusion   map[string][]string `json:"inclusion"`
	Consistency map[string][]string `json:"consistency"`
	Tiles       map[string]string   `json:"tiles"`
}

func answers() {
	all := []answer{}
	var stored hashes
	var done int64
	for _, size := range []int64{1, 2, 3, 7, 8, 255, 256, 257, 1000, 65537} {
		for ; done < size; done++ {
			stored.add(done)
		}
		root, err := tlog.TreeHash(size, &stored)
		must(err)
		one := answer{size, root.String(), map[string][]string{}, map[string][]string{}, map[string]string{}}
		for _, at := range []int64{0, 1, 2, 5, 254, 255, 256, 999, size / 2, size - 1} {
			if at < size {
				proof, err := tlog.ProveRecord(size, at, &stored)
				must(err)
				one.Inclusion[fmt.Sprint(at)] = texts(proof)
			}
			if old := at + 1; old <= size {
				proof, err := tlog.ProveTree(size, old, &stored)
				must(err)
				one.Consistency[fmt.Sprint(old)] = texts(proof)
			}
		}
		tiles := tlog.NewTiles(8, 0, size)
		for i, tile := range tiles {
			// Every 40th of the full ones; of the partial ones, which are listed at each width, the last.
			if tile.W == 256 && tile.L == 0 && i%40 != 0 || tile.W < 256 && int64(tile.W) != size>>(8*tile.L)%256 {
				continue
			}
			data, err := tlog.ReadTileData(tile, &stored)
			must(err)
			sum := sha256.Sum256(data)
			one.Tiles[strings.Replace(tile.Path(), "tile/8/", "tile/", 1)] = hex.EncodeToString(sum[:])
		}
		all = append(all, one)
	}
	text, err := json.MarshalIndent(all, "", " ")
	must(err)
	fmt.Println(string(text))
}

type given struct {
	Key      string `json:"key"`
	Included []struct {
		Entry string   `json:"entry"`
		Index int64    `json:"index"`
		Size  int64    `json:"size"`
		Root  string   `json:"root"`
		Proof []string `json:"proof"`
	} `json:"included"`
	Grown []struct {
		Old     int64    `json:"old"`
		OldRoot string   `json:"old_root"`
		Size    int64    `json:"size"`
		Root    string   `json:"root"`
		Proof   []string `json:"proof"`
	} `json:"grown"`
	Checkpoints []string `json:"checkpoints"`
	Witness     string   `json:"witness"`
	Cosigned    []string `json:"cosigned"`
	// Logs as they are published: a signed checkpoint, the tiles by their paths (base64) and some entries by their places.
	Logs []struct {
		Checkpoint string            `json:"checkpoint"`
		Tiles      map[string]string `json:"tiles"`
		Entries    map[int64]string  `json:"entries"`
	} `json:"logs"`
}

// Tiles as they are served: these packages write the height into each path, C2SP tlog-tiles does not.
type published map[string]string

func (p published) Height() int                         { return 8 }
func (p published) SaveTiles(_ []tlog.Tile, _ [][]byte) {}
func (p published) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	read := make([][]byte, len(tiles))
	for i, tile := range tiles {
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		data, found := p[path]
		if !found {
			return nil, fmt.Errorf("%s is missing", path)
		}
		bytes, err := base64.StdEncoding.DecodeString(data)
		if err != nil {
			return nil, err
		}
		read[i] = bytes
	}
	return read, nil
}

// Reads the entries' proofs out of the tiles alone and leads each to the root of the checkpoint. How many it read.
func readLog(checkpoint string, tiles published, entries map[int64]string, verifier note.Verifier) int {
	opened, err := note.Open([]byte(checkpoint), note.VerifierList(verifier))
	must(err)
	head := strings.Split(opened.Text, "\n")
	var size int64
	_, err = fmt.Sscan(head[1], &size)
	must(err)
	root := parse([]string{head[2]})[0]
	reader := tlog.TileHashReader(tlog.Tree{N: size, Hash: root}, tiles)
	read := 0
	for at, text := range entries {
		entry, err := base64.StdEncoding.DecodeString(text)
		must(err)
		proof, err := tlog.ProveRecord(size, at, reader)
		must(err)
		must(tlog.CheckRecord(proof, size, root, at, tlog.RecordHash(entry)))
		read++
	}
	return read
}

// What a witness signs (C2SP tlog-cosignature), of which these packages know nothing: they ask for a verifier.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (c cosigner) Name() string    { return c.name }
func (c cosigner) KeyHash() uint32 { return c.hash }
func (c cosigner) Verify(msg, sig []byte) bool {
	if len(sig) != 8+ed25519.SignatureSize {
		return false
	}
	signed := fmt.Sprintf("cosignature/v1\ntime %d\n%s", binary.BigEndian.Uint64(sig), msg)
	return ed25519.Verify(c.key, []byte(signed), sig[8:])
}

func parseCosigner(vkey string) cosigner {
	parts := strings.SplitN(vkey, "+", 3)
	key, err := base64.StdEncoding.DecodeString(parts[2])
	must(err)
	sum := sha256.Sum256(append([]byte(parts[0]+"\n"), key...))
	if key[0] != 4 || hex.EncodeToString(sum[:4]) != parts[1] {
		must(fmt.Errorf("no key of a witness: %s", vkey))
	}
	return cosigner{parts[0], binary.BigEndian.Uint32(sum[:4]), ed25519.PublicKey(key[1:])}
}

func parse(lines []string) []tlog.Hash {
	all := []tlog.Hash{}
	for _, line := range lines {
		one, err := tlog.ParseHash(line)
		must(err)
		all = append(all, one)
	}
	return all
}

func check() {
	var read given
	must(json.NewDecoder(bufio.NewReader(os.Stdin)).Decode(&read))
	included, grown, signed := 0, 0, 0
	for _, one := range read.Included {
		entry, err := base64.StdEncoding.DecodeString(one.Entry)
		must(err)
		must(tlog.CheckRecord(parse(one.Proof), one.Size, parse([]string{one.Root})[0], one.Index, tlog.RecordHash(entry)))
		included++
	}
	for _, one := range read.Grown {
		must(tlog.CheckTree(parse(one.Proof), one.Size, parse([]string{one.Root})[0], one.Old, parse([]string{one.OldRoot})[0]))
		grown++
	}
	verifier, err := note.NewVerifier(read.Key)
	must(err)
	for _, one := range read.Checkpoints {
		_, err := note.Open([]byte(one), note.VerifierList(verifier))
		must(err)
		signed++
	}
	cosigned := 0
	if read.Witness != "" {
		witness := parseCosigner(read.Witness)
		for _, one := range read.Cosigned {
			opened, err := note.Open([]byte(one), note.VerifierList(witness))
			must(err)
			cosigned += len(opened.Sigs)
		}
	}
	entries := 0
	for _, one := range read.Logs {
		entries += readLog(one.Checkpoint, one.Tiles, one.Entries, verifier)
	}
	fmt.Printf("%d included, %d grown, %d signed, %d cosigned, %d entries of %d logs\n", included, grown, signed, cosigned, entries, len(read.Logs))
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == "answers" {
		answers()
		return
	}
	check()
}
