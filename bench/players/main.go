// Players for the benchmarks, made from the players' API alone: they share nothing with the simulator or the bridge, so
// a mistake of ours is not made twice. Each player listens on a port of its own. Somebody with a remote control stands
// on stdin:
//
//	players audio=20 video=20 old=20
//	> {"players":["audio-0"],"change":"input"}
//	< {"changed":[{"player":"audio-0","value":"SPDIF","atMs":1789000000000.123}]}
//	> {"count":true}
//	< {"counts":{"audio-0":{"requests":12,"bytes":40212,"atOnce":1}}}
//
// The first line that it writes says where each player listens. queue=2000 gives each a queue of that length, takes=0 lets
// them answer at once.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

type request struct {
	Players []string `json:"players"`
	Change  string   `json:"change"`
	Count   bool     `json:"count"`
}

type change struct {
	Player string  `json:"player"`
	Value  string  `json:"value"`
	AtMs   float64 `json:"atMs"`
}

func main() {
	// Thousands of players need more files than usual; without the right to it, fewer have to do.
	_ = syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: 65_536, Max: 65_536})
	players := map[string]*player{}
	addresses := map[string]string{}
	queue, takes := 12, 3
	for _, argument := range os.Args[1:] {
		kind, text, _ := strings.Cut(argument, "=")
		count, err := strconv.Atoi(text)
		switch {
		case err != nil:
			fail("%q: not a number", argument)
		case kind == "queue":
			queue = count
		case kind == "takes":
			takes = count
		case !isModel(kind):
			fail("%q: wanted audio=<n>, video=<n>, old=<n>, queue=<n> or takes=<ms>", argument)
		default:
			for index := range count {
				name := fmt.Sprintf("%s-%d", kind, index)
				p := newPlayer(kind, len(players), queue, time.Duration(takes)*time.Millisecond)
				players[name] = p
				addresses[name] = listen(p)
			}
		}
	}
	out := json.NewEncoder(os.Stdout)
	say(out, map[string]any{"addresses": addresses})
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var wanted request
		if err := json.Unmarshal(lines.Bytes(), &wanted); err != nil {
			fail("%s: %v", lines.Text(), err)
		}
		if wanted.Count {
			counts := map[string]counts{}
			for name, p := range players {
				counts[name] = p.counted()
			}
			say(out, map[string]any{"counts": counts})
			continue
		}
		changed := []change{}
		for _, name := range wanted.Players {
			p := players[name]
			if p == nil {
				fail("there is no player %q", name)
			}
			value, err := p.change(wanted.Change)
			if err != nil {
				fail("%s: %v", name, err)
			}
			changed = append(changed, change{name, value, float64(time.Now().UnixNano()) / 1e6})
		}
		say(out, map[string]any{"changed": changed})
	}
}

func listen(p *player) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fail("%v", err)
	}
	p.server = &http.Server{Handler: p}
	go func() {
		if err := p.server.Serve(listener); err != http.ErrServerClosed {
			fail("%v", err)
		}
	}()
	return listener.Addr().String()
}

func say(out *json.Encoder, value any) {
	if err := out.Encode(value); err != nil {
		fail("%v", err)
	}
}

func fail(format string, values ...any) {
	fmt.Fprintf(os.Stderr, "players: "+format+"\n", values...)
	os.Exit(1)
}
